import type { Loan } from '#contract/loans/shapes.ts'
import { documentGroupNames, documentGroups, type DocumentGroup } from '#domain/documents/groups.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { loanFieldName } from '#domain/loans/field-texts.ts'
import type { LoanField } from '#domain/loans/fields.ts'
import { formatDollars, formatRate } from '#domain/money.ts'

/** Something that a published loan should have, although it isn't required. */
export interface PublicationCheck {
  name: string
  isComplete: boolean
  note: string
}

export const publicationChecks = (
  loan: Loan,
  documents: readonly { group: DocumentGroup }[],
): PublicationCheck[] => [
  termsOf(loan),
  valueOf(loan),
  coverOf(loan),
  ...documentGroups.flatMap((group) => {
    const count = documents.filter((document) => document.group === group).length
    // A missing document in the group 'other' isn't reported, because the group isn't expected to contain any.
    if (count === 0 && group === 'other') return []
    const note = count === 0 ? 'No document' : count === 1 ? '1 document' : `${count} documents`
    return [{ name: documentGroupNames[group], isComplete: count > 0, note }]
  }),
]

function termsOf(loan: Loan): PublicationCheck {
  const expected: LoanField[] = ['ltv', 'originationFee']
  // A funded loan can lack a funding date if it was imported.
  if (loan.status === 'funded') expected.push('fundedOn')
  const missing = expected.filter((field) => loan[field] === null)
  const terms = [formatDollars(loan.amount), formatRate(loan.interestRate), formatTerm(loan.term)]
  const lacks = missing.length > 0 ? `. Missing: ${missing.map(loanFieldName).join(', ')}` : ''
  return { name: 'Terms', isComplete: missing.length === 0, note: terms.join(' · ') + lacks }
}

function valueOf({ asIsValue, asCompleteValue }: Loan): PublicationCheck {
  const values = [
    ...(asIsValue ? [`As-is ${formatDollars(asIsValue)}`] : []),
    ...(asCompleteValue ? [`As-complete ${formatDollars(asCompleteValue)}`] : []),
  ]
  const isComplete = values.length > 0
  return { name: 'Value', isComplete, note: isComplete ? values.join(' · ') : 'Missing' }
}

function coverOf({ imageUrl, coverUrl }: Loan): PublicationCheck {
  const note = imageUrl ? 'Linked picture' : coverUrl ? 'Cover photo' : 'Stock picture'
  return { name: 'Cover', isComplete: Boolean(imageUrl ?? coverUrl), note }
}
