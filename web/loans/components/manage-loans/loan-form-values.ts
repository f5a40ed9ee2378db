import type { enteredLoan, Loan } from '#contract/loans/shapes.ts'
import { formatDay, isDay } from '#domain/days.ts'
import { describeChange, formatLoanField, loanFieldName } from '#domain/loans/field-texts.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import { loanCan, newLoanStatuses, type LoanStatus } from '#domain/loans/statuses.ts'
import { formatShare } from '#domain/money.ts'
import { describeMaturity } from '#web/loans/components/describe-maturity.ts'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'

export type LoanFormInput = z.input<typeof enteredLoan>
export type LoanFormValues = Record<keyof LoanFormInput, string>
export type LoanFields = z.output<typeof enteredLoan>

export type LoanForm = UseFormReturn<LoanFormInput, unknown, LoanFields>

const formOf = (read: (field: LoanField) => string) =>
  Object.fromEntries(loanFieldNames.map((field) => [field, read(field)])) as LoanFormValues

export const emptyLoanForm: LoanFormValues = {
  ...formOf(() => ''),
  term: '12',
  status: newLoanStatuses[0],
}

/** The values in a loan's form. Figures are strings, which are empty if unknown. */
export const loanFormValues = (loan: Loan): LoanFormValues =>
  formOf((field) => String(loan[field] ?? ''))

export function typedValues(form: object, defaults: object): Partial<LoanFormValues> | null {
  const saved = new Map<string, unknown>(Object.entries(defaults))
  const typed = Object.entries(form).filter(([name, value]) => value !== saved.get(name))
  return typed.length > 0 ? (Object.fromEntries(typed) as Partial<LoanFormValues>) : null
}

/**
 * Returns the kept values that can be restored, without locked terms. `leftOut` names the excluded fields and the
 * reason, and is null if nothing was excluded.
 */
export function restorableValues(values: Partial<LoanFormValues>, loan: Loan | undefined) {
  const why = loan && whyTermsAreFixed(loan)
  const terms: LoanField[] = why ? ['amount', 'interestRate', 'noteRate', 'term'] : []
  const entries = Object.entries(values) as [LoanField, string][]
  const kept = entries.filter(([name]) => terms.includes(name))
  const named = kept.map(
    ([name, value]) => `${loanFieldName(name)} ${formatLoanField(name, value) ?? '(empty)'}`,
  )
  return {
    entries: entries.filter(([name]) => !terms.includes(name)),
    leftOut:
      named.length > 0 ? `Not restored: ${new Intl.ListFormat('en').format(named)}. ${why}` : null,
  }
}

/** For each field changed by another user, a sentence with the user, the old value, and the new value. */
export type LoanChanges = Partial<Record<LoanField, string>>

export function editedFields(fields: LoanFields, loan: Loan): Partial<LoanFields> {
  const stored = new Map<string, string>(Object.entries(loanFormValues(loan)))
  const edited = Object.entries(fields).filter(
    ([name, value]) => String(value ?? '') !== stored.get(name),
  )
  return Object.fromEntries(edited)
}

/**
 * The changes between two versions. The server's `sentences` name the authors. A sentence is omitted if its field has
 * changed again since then.
 */
export function changesBetween(
  loan: Loan,
  newer: Loan,
  sentences: Record<string, string>,
): LoanChanges {
  const changed = loanFieldNames.filter((field) => loan[field] !== newer[field])
  return Object.fromEntries(
    changed.map((field) => {
      const change = describeChange(field, loan[field], newer[field])
      const sentence = sentences[field]
      return [field, sentence?.endsWith(` ${change}`) ? sentence : `Someone ${change}`]
    }),
  )
}

export function whyTermsAreFixed(loan: Loan): string | undefined {
  const locked = 'Amount, rate and term are locked.'
  if (loan.can.includes('changeTerms')) return undefined
  if (!loanCan('changeTerms', loan.status)) return `${locked} The loan is funded.`
  return loan.bookStage === 'closed'
    ? `${locked} The book is closed.`
    : `${locked} Lenders are bound to ${formatShare(loan.committedPercentage)} on them.`
}

interface TypedFunding {
  status: LoanStatus | null
  fundedOn: string
  term: string
}

/** The funding date after a status change. When a loan becomes funded, the default is `today`. */
export function fundedOnOf(
  { status, fundedOn }: Pick<TypedFunding, 'status' | 'fundedOn'>,
  loan: Loan | undefined,
  today: string,
): string {
  if (status === 'funded') return fundedOn || (loan?.status === 'funded' ? '' : today)
  return fundedOn === today && !loan?.fundedOn ? '' : fundedOn
}

export function describeFundingDay(
  typed: TypedFunding,
  loan: Loan | undefined,
  today: string,
): string {
  const { status, fundedOn } = typed
  const term = Number(typed.term)
  if (status !== 'funded') return fundedOn === '' ? '' : 'Kept for when the loan is funded.'
  if (fundedOn === '')
    return loan?.status === 'funded'
      ? 'Without it, the maturity is unknown.'
      : `${formatDay(today)}, if you leave it blank.`
  if (!isDay(fundedOn) || !Number.isInteger(term) || term < 1 || term > 1200) return ''
  return describeMaturity(fundedOn, term)
}

export function withStored(offered: readonly string[], stored: string | null | undefined) {
  return stored && !offered.includes(stored) ? [...offered, stored] : [...offered]
}
