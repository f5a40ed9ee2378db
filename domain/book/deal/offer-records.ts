/** The audit entry and the notices of an answered offer. */
import type { NewEntry } from '#domain/audit/entries.ts'
import { firmOf, type ActContext } from '#domain/book/act-entries.ts'
import { nameWithCompany, receipts } from '#domain/book/act-notices.ts'
import { termsOf, type Line, type LoanOfBook } from '#domain/book/lines.ts'
import { formatPart, sumMoney, sumPercent, type Money, type Percent } from '#domain/money.ts'
import type { DirectNotice } from '#domain/notifications/notices.ts'
import { fullName } from '#domain/texts.ts'
import type { AnsweredOffer } from './answered-offer.ts'

interface Answer {
  offer: { id: string; firmId: string; round?: number }
  state: AnsweredOffer['state']
  /** The soft commitments before the answer, oldest first. */
  soft: readonly Line[]
  /** The share and amount that were offered. */
  figures: { percentage: Percent; amount: Money }
  reason: string | null
}

interface Context extends ActContext {
  how: string | null
}

/** The entry is about the oldest commitment, so that its firm is that of the commitment, as in every other receipt. */
export function entryOfAnswer(
  { receiptId, lender, how }: Context,
  loan: LoanOfBook,
  { offer, state, soft, figures, reason }: Answer,
): NewEntry {
  const [oldest] = soft
  if (!oldest) throw new Error('An offer was answered without a soft commitment')
  return {
    id: receiptId,
    kind: state === 'accepted' ? 'offerAccepted' : 'offerDeclined',
    person: lender,
    loan: { id: loan.id, title: loan.title },
    object: { id: oldest.id },
    before: {
      kind: 'soft',
      percentage: sumPercent(soft.map(({ percentage }) => percentage)),
      amount: sumMoney(soft.map(({ amount }) => amount)),
    },
    after: {
      kind: state === 'accepted' ? 'binding' : 'soft',
      ...figures,
      ...termsOf(loan),
      ...firmOf(lender),
      offer: offer.id,
      ...(offer.round !== undefined && { round: String(offer.round) }),
      ...(reason !== null && { reason }),
      ...(how !== null && { onWhoseWord: how }),
    },
  }
}

export function noticesOfAnswer(
  { actor, lender, receiptId, how }: Context,
  loan: LoanOfBook,
  { offer: { firmId }, state, figures, reason }: Answer,
): DirectNotice[] {
  const part = `${state} ${formatPart(figures.percentage, figures.amount)} of ${loan.title}`
  const why = reason === null ? '' : `: “${reason}”`
  const isOwn = how === null
  const recorded = isOwn ? '' : `, as ${fullName(actor)} recorded: ${how}`
  const about = { type: 'offerAnswered', loanId: loan.id } as const
  return [
    {
      to: 'administrators',
      except: [actor.id, lender.id],
      notice: {
        ...about,
        message: `${nameWithCompany(isOwn ? { ...lender, ...actor } : lender)} ${part}${why}${recorded}`,
      },
    },
    ...(isOwn
      ? receipts(actor, loan, { firmId }, { receiptId, say: (who) => `${who} ${part}` })
      : [
          {
            to: 'firms' as const,
            ids: [firmId],
            notice: {
              ...about,
              receiptId,
              message: `${fullName(actor)} recorded your answer: you ${part}. ${how}`,
            },
          },
        ]),
  ]
}
