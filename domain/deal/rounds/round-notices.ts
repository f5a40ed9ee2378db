/** The notices of a round to its lenders. Each has only the figures of its lender. */
import { formatMoment } from '#domain/days.ts'
import { formatPart, isAboveZero, type Money, type Percent } from '#domain/money.ts'
import type { DirectNotice, Notice } from '#domain/notifications/notices.ts'

interface Loan {
  id: string
  title: string
}

interface OfferedLine {
  firmId: string
  bound: Percent
  asks: Percent
  added: Percent
  addedAmount: Money
  explanation: readonly string[]
}

/** Notifies all lenders with an open request, also those that get nothing. */
export const noticesOfRound = (
  loan: Loan,
  respondBy: string,
  lines: readonly OfferedLine[],
): DirectNotice[] =>
  lines
    .filter(({ explanation }) => explanation.length > 0)
    .map((line) =>
      toFirm(line.firmId, {
        type: 'allocated',
        loanId: loan.id,
        message: isAboveZero(line.added)
          ? `You are offered ${partOf(line)} of ${loan.title}. Answer by ${formatMoment(respondBy)}`
          : // The first sentence is the lender's own request.
            `No share of ${loan.title} could be allocated to you: ${line.explanation.slice(1).join(' ')}`,
      }),
    )

export const noticesOfMove = (
  loan: Loan,
  respondBy: string,
  firmIds: readonly string[],
): DirectNotice[] =>
  firmIds.map((firmId) =>
    toFirm(firmId, {
      type: 'offerEnded',
      loanId: loan.id,
      message: `You can answer your offer on ${loan.title} until ${formatMoment(respondBy)} now`,
    }),
  )

export interface EndedOffer {
  firmId: string
  /** The soft share and amount of the lender when the round ended. */
  soft: { percentage: Percent; amount: Money }
}

export const noticesOfEnd = (
  loan: Loan,
  respondBy: string,
  isLate: boolean,
  offers: readonly EndedOffer[],
): DirectNotice[] =>
  offers.map(({ firmId, soft }) => {
    const part = `soft commitment of ${formatPart(soft.percentage, soft.amount)}`
    return toFirm(firmId, {
      type: 'offerEnded',
      loanId: loan.id,
      message: isLate
        ? `Your offer on ${loan.title} was not answered by ${formatMoment(respondBy)}, so your ${part} lapsed`
        : `Your offer on ${loan.title} was recalled. Your ${part} stays as it was`,
    })
  })

const toFirm = (firmId: string, notice: Notice): DirectNotice => ({
  to: 'firms',
  ids: [firmId],
  notice,
})

const partOf = ({ added, addedAmount }: OfferedLine) => formatPart(added, addedAmount)
