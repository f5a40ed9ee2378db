import type { enteredLoan, Loan } from '#contract/loans/shapes.ts'
import { formatDay, isDay } from '#domain/days.ts'
import { describeChange, formatLoanField, loanFieldName } from '#domain/loans/field-texts.ts'
import { loanFieldNames, type LoanField } from '#domain/loans/fields.ts'
import { loanCan, newLoanStatuses, type LoanStatus } from '#domain/loans/statuses.ts'
import { formatShare } from '#domain/money.ts'
import { describeMaturity } from '#web/loans/components/describe-maturity.ts'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'

/** What the form's fields may hold. */
export type LoanFormInput = z.input<typeof enteredLoan>
/** A text for each field of a loan. */
export type LoanFormValues = Record<keyof LoanFormInput, string>
/** What the form sends: its texts, parsed by the contract. */
export type LoanFields = z.output<typeof enteredLoan>

export type LoanForm = UseFormReturn<LoanFormInput, unknown, LoanFields>

/** A form in which each field has the text that `read` gives. */
const formOf = (read: (field: LoanField) => string) =>
  // Its keys are the names of all fields.
  Object.fromEntries(loanFieldNames.map((field) => [field, read(field)])) as LoanFormValues

export const emptyLoanForm: LoanFormValues = {
  ...formOf(() => ''),
  term: '12',
  status: newLoanStatuses[0],
}

/** A loan's values in the form: figures as text, empty where unknown. */
export const loanFormValues = (loan: Loan): LoanFormValues =>
  formOf((field) => String(loan[field] ?? ''))

/** The fields in which a form differs from its default values; null if it doesn't. */
export function typedValues(form: object, defaults: object): Partial<LoanFormValues> | null {
  const saved = new Map<string, unknown>(Object.entries(defaults))
  const typed = Object.entries(form).filter(([name, value]) => value !== saved.get(name))
  // Its keys are fields of the form, which hold texts.
  return typed.length > 0 ? (Object.fromEntries(typed) as Partial<LoanFormValues>) : null
}

/**
 * Those of kept values that a form can take: not the terms, once they are locked. `leftOut` says which these are,
 * and why; null for none.
 */
export function restorableValues(values: Partial<LoanFormValues>, loan: Loan | undefined) {
  const why = loan && whyTermsAreFixed(loan)
  const terms: LoanField[] = why ? ['amount', 'interestRate', 'term'] : []
  // Its keys are fields of the form.
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

/** A sentence for each field that someone else changed: who did, from what to what. */
export type LoanChanges = Partial<Record<LoanField, string>>

/** The fields that a form sends: those that differ from the loan. */
export function editedFields(fields: LoanFields, loan: Loan): Partial<LoanFields> {
  const stored = new Map<string, string>(Object.entries(loanFormValues(loan)))
  const edited = Object.entries(fields).filter(
    ([name, value]) => String(value ?? '') !== stored.get(name),
  )
  return Object.fromEntries(edited)
}

/**
 * The changes between two versions of a loan. `sentences` come from the server, which knows the
 * authors; if a field changed again since, its sentence is outdated and left out.
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

/** Why a loan's amount, rate and term are locked; undefined while they can be changed. */
export function whyTermsAreFixed(loan: Loan): string | undefined {
  const locked = 'Amount, rate and term are locked.'
  if (loan.can.includes('changeTerms')) return undefined
  return loanCan('changeTerms', loan.status)
    ? `${locked} Lenders are bound to ${formatShare(loan.committedPercentage)} on them.`
    : `${locked} The loan is funded.`
}

interface TypedFunding {
  status: LoanStatus | null
  fundedOn: string
  term: string
}

/** The day in the form once another status is chosen: a loan that becomes funded without one gets `today`. */
export function fundedOnOf(
  { status, fundedOn }: Pick<TypedFunding, 'status' | 'fundedOn'>,
  loan: Loan | undefined,
  today: string,
): string {
  if (status === 'funded') return fundedOn || (loan?.status === 'funded' ? '' : today)
  // Chosen by mistake, it leaves no day behind.
  return fundedOn === today && !loan?.fundedOn ? '' : fundedOn
}

/** What follows from the day in the form, or from its lack; empty if nothing does. */
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

/** A list's choices, plus the stored value if it is not among them. */
export function withStored(offered: readonly string[], stored: string | null | undefined) {
  return stored && !offered.includes(stored) ? [...offered, stored] : [...offered]
}
