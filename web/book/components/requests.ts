/** Texts that a viewer sends to a colleague who can decide, with a link to where. */
import type { Commitment } from '#contract/book/commitments.ts'
import { formatMoment } from '#domain/days.ts'
import { describeOwnChange } from '#domain/loans/credit/terms.ts'
import { formatPart, formatShare, type Money, type Percent } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { pathToAnswer } from '#web/loans/components/Due.tsx'

interface Share {
  loanId: string
  loanTitle: string
  percentage: Percent
}

export const requestToAnswerOffer = ({
  loanId,
  loanTitle,
  percentage,
  amount,
  respondBy,
}: Share & { amount: Money; respondBy: string }) =>
  `Please answer by ${formatMoment(respondBy)}: offer of ${formatPart(percentage, amount)} of ${loanTitle}: ${window.location.origin}${pathToAnswer(loanId, { about: 'offer' })}`

export function requestToAnswerTerms(
  question: Share & Parameters<typeof describeOwnChange>[0] & { respondBy: string },
): string {
  const { loanId, loanTitle, percentage, respondBy } = question
  return `Please confirm or decline by ${formatMoment(respondBy)}: new terms of ${loanTitle}, our ${formatShare(percentage)}: ${describeOwnChange(question)}. ${window.location.origin}${pathToAnswer(loanId, { about: 'terms' })}`
}

export const requestToBind = (
  { loan, percentage, amount }: Pick<Commitment, 'loan' | 'percentage' | 'amount'>,
  deadline: string,
) =>
  `Please decide by ${formatMoment(deadline)}: our soft ${formatPart(percentage, amount)} of ${loan.title} can't be made binding after that: ${window.location.origin}${paths.loan(loan.id)}`
