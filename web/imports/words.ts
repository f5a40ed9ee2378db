/** The text on the screen for each type of import. */
import type { Imported } from '#contract/imports/shapes.ts'
import { importLimits, type ImportKind } from '#domain/imports/columns.ts'
import type { FileRules } from '#web/files/FileButton.tsx'

export const importFiles: FileRules = {
  accept: '.csv,.txt,.tsv,.xlsx,text/csv',
  maxBytes: importLimits.maxBytes,
  tooLarge: 'Split it into several files, and import one after the other.',
}

const count = (number: number) => number.toLocaleString('en-US')
const some = (number: number, one: string, many: string) =>
  `${count(number)} ${number === 1 ? one : many}`

export const countRows = (number: number) => some(number, 'row', 'rows')
export const countColumns = (number: number) => some(number, 'column', 'columns')
export const countErrors = (number: number) => some(number, 'error', 'errors')

interface Words {
  title: string
  text: string
  first: string
  /** The summary of the folded fields of the first rows. */
  allFields: string
  count: (number: number) => string
  /** The button's label. `number` is 0 while the file has errors. */
  act: (number: number) => string
  isActing: (number: number) => string
  /** The effect of the import, beside the button. */
  effect: string
  done: (number: number) => string
  next: string
  skip: (number: number) => string
  known: (number: number) => string
}

export const words: Record<ImportKind, Words> = {
  loans: {
    title: 'Loans',
    first: 'Loans as Stored',
    allFields: 'All fields of the first loans',
    text: 'Loans arrive as drafts, which only administrators see. Lenders are notified when you publish one.',
    count: (number) => some(number, 'loan', 'loans'),
    act: (number) => `Import ${number === 0 ? 'Loans' : some(number, 'Loan', 'Loans')}`,
    isActing: (number) => `Importing ${some(number, 'loan', 'loans')}...`,
    effect: 'All arrive as drafts, or none. Nobody is notified.',
    done: (number) => `${some(number, 'loan', 'loans')} imported`,
    next: 'They are drafts. Publish each of them when it is complete.',
    skip: (number) => `Skip ${some(number, 'that exists already', 'that exist already')}`,
    known: (number) => `${some(number, 'loan is', 'loans are')} on the desk already.`,
  },
  lenders: {
    title: 'Lenders',
    first: 'Lenders as Stored',
    allFields: 'All fields of the first lenders',
    text: 'Each lender gets an email with a link to register, which works for a week. You can also copy the links.',
    count: (number) => some(number, 'lender', 'lenders'),
    act: (number) => `Invite ${number === 0 ? 'Lenders' : some(number, 'Lender', 'Lenders')}`,
    isActing: (number) => `Inviting ${some(number, 'lender', 'lenders')}...`,
    effect: 'All are invited, or none.',
    done: (number) => `${some(number, 'lender', 'lenders')} invited`,
    next: 'Their links are in Manage Users, where you can also copy or withdraw them.',
    skip: (number) => `Skip ${count(number)} with an account or an open invitation`,
    known: (number) =>
      `${some(number, 'lender has', 'lenders have')} an account or an open invitation already.`,
  },
}

export function describeDone(kind: ImportKind, { imported, skipped }: Imported) {
  const { count: countKind, done, next } = words[kind]
  const left = skipped > 0 ? ` ${countKind(skipped)} skipped.` : ''
  return {
    title: done(imported),
    description: (imported > 0 ? next : 'Nothing was left to import.') + left,
  }
}
