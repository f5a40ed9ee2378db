import type { LoanAudience } from '#contract/audience/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { audienceLabels } from '#domain/audience/audiences.ts'
import { documentGroupNames, documentGroups, type DocumentGroup } from '#domain/documents/groups.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { describeLtvDoubt, describeRatios } from '#domain/loans/capital.ts'
import { formatRatio, type Ratio } from '#domain/loans/credit/credit.ts'
import { loanFieldLabel, loanFieldName, showSection } from '#domain/loans/field-texts.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import type { LoanField } from '#domain/loans/fields.ts'
import {
  formatDollars,
  formatExactRate,
  formatRate,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { titleOfFirm } from '#domain/firms/people.ts'

export interface PublicationCheck {
  name: string
  isComplete: boolean
  note: string
  /** Where to complete the check: in a field of the loan's form, in the file dialog or in the audience. */
  place: PublicationPlace
}
export type PublicationPlace = LoanField | 'files' | 'audience'

export const publicationChecks = (
  loan: Loan,
  documents: readonly { group: DocumentGroup }[],
): PublicationCheck[] => [
  termsOf(loan),
  valueOf(loan),
  ltvOf(loan),
  incomeOf(loan),
  ...(loan.status === 'funded' ? [] : [datesOf(loan)]),
  {
    name: 'Address',
    isComplete: Boolean(loan.propertyAddress),
    note: loan.propertyAddress ?? 'Missing',
    place: 'propertyAddress',
  },
  { ...textOf(loan, 'propertyType'), note: loan.propertyType ?? 'Missing' },
  textOf(loan, 'purpose'),
  textOf(loan, 'summary'),
  coverOf(loan),
  ...documentGroups.flatMap((group) => {
    const count = documents.filter((document) => document.group === group).length
    // A missing document in the group 'other' isn't reported, because the group isn't expected to contain any.
    if (count === 0 && group === 'other') return []
    const note = count === 0 ? 'No document' : count === 1 ? '1 document' : `${count} documents`
    return [
      { name: documentGroupNames[group], isComplete: count > 0, note, place: 'files' as const },
    ]
  }),
]

function termsOf(loan: Loan): PublicationCheck {
  const expected: LoanField[] = ['originationFee']
  // A funded loan can lack a funding date if it was imported.
  if (loan.status === 'funded') expected.push('fundedOn')
  const missing = expected.filter((field) => loan[field] === null)
  const terms = [
    formatDollars(loan.amount),
    formatExactRate(exactRate(loan)),
    formatTerm(loan.term),
  ]
  const lacks = missing.length > 0 ? `. Missing: ${missing.map(loanFieldName).join(', ')}` : ''
  return {
    name: 'Terms',
    isComplete: missing.length === 0,
    note: terms.join(' · ') + lacks,
    place: missing[0] ?? 'amount',
  }
}

function valueOf(loan: Loan): PublicationCheck {
  const { asIsValue, asCompleteValue } = loan
  const values = [
    ...(asIsValue ? [`As-is ${formatDollars(asIsValue)}`] : []),
    ...(asCompleteValue ? [`As-complete ${formatDollars(asCompleteValue)}`] : []),
  ]
  const isComplete = values.length > 0
  const note = isComplete ? values.join(' · ') : 'Missing'
  return { name: 'Value', isComplete, note, place: 'asIsValue' }
}

/** An LTV can't be checked without a value to compare it with. */
function ltvOf(loan: Loan): PublicationCheck {
  const doubt = describeLtvDoubt(loan)
  const isChecked = describeRatios(loan) !== ''
  const note =
    loan.ltv === null
      ? 'Missing'
      : (doubt ?? `${formatRate(loan.ltv)}${isChecked ? '' : ', not checked without a value'}`)
  const isComplete = loan.ltv !== null && doubt === null && isChecked
  return { name: 'LTV', isComplete, note, place: 'ltv' }
}

/** The texts are too long for the list, so only their lengths are shown. */
function textOf(loan: Loan, field: 'propertyType' | 'purpose' | 'summary'): PublicationCheck {
  const words = loan[field]?.trim().split(/\s+/).length ?? 0
  const note = words === 0 ? 'Missing' : words === 1 ? '1 word' : `${words} words`
  return { name: loanFieldLabel(field), isComplete: words > 0, note, place: field }
}

function incomeOf({ noiInPlace, noiStabilized, credit }: Loan): PublicationCheck {
  const { dscr, dscrStabilized, debtYield, debtYieldStabilized } = credit
  const note = [
    ...describeIncome('NOI in place', noiInPlace, dscr, debtYield),
    ...describeIncome('Stabilized NOI', noiStabilized, dscrStabilized, debtYieldStabilized),
  ]
  const isComplete = note.length > 0
  return {
    name: 'Income',
    isComplete,
    note: isComplete ? note.join(' · ') : 'Missing: NOI',
    place: 'noiInPlace',
  }
}

const describeIncome = (
  name: string,
  noi: Money | null,
  dscr: Ratio | null,
  debtYield: Percent | null,
) =>
  noi && dscr && debtYield
    ? [
        `${name} ${formatDollars(noi)} (DSCR ${formatRatio(dscr)}, debt yield ${formatRate(debtYield)})`,
      ]
    : []

function datesOf(loan: Loan): PublicationCheck {
  const fields: LoanField[] = ['commitmentDeadline', 'closingDate']
  const absent = fields.filter((field) => loan[field] === null)
  const given = showSection('Dates', loan).map(({ name, value }) => `${name} ${value}`)
  const lacks = absent.length > 0 ? [`Missing: ${absent.map(loanFieldName).join(', ')}`] : []
  return {
    name: 'Dates',
    isComplete: absent.length === 0,
    note: [...given, ...lacks].join(' · '),
    place: absent[0] ?? 'commitmentDeadline',
  }
}

function coverOf({ imageUrl, coverUrl }: Loan): PublicationCheck {
  const note = imageUrl ? 'Linked picture' : coverUrl ? 'Cover photo' : 'Stock picture'
  return { name: 'Cover', isComplete: Boolean(imageUrl ?? coverUrl), note, place: 'files' }
}

/** Says who will see the loan. An audience of invited firms without a firm isn't complete. */
export function audienceCheck({ audience, firms }: LoanAudience): PublicationCheck {
  const admitted = firms.filter(({ isAdmitted }) => isAdmitted === 'true').map(titleOfFirm)
  const names =
    admitted.length > mostNamed
      ? `${admitted.slice(0, mostNamed).join(', ')} and ${admitted.length - mostNamed} more`
      : admitted.join(', ')
  const isEmpty = audience === 'invited' && admitted.length === 0
  const shown = { everyone: '', teaser: names && `in full: ${names}`, invited: names }
  return {
    name: 'Audience',
    isComplete: !isEmpty,
    note: [audienceLabels[audience], isEmpty ? 'no firm is admitted' : shown[audience]]
      .filter(Boolean)
      .join(' · '),
    place: 'audience',
  }
}

const mostNamed = 4
