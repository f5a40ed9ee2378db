/** Notifications about changed terms: questions, reminders, and what became of each commitment. */
import { formatMoment } from '#domain/days.ts'
import {
  describePart,
  nameWithCompany,
  otherAdministrators,
  receipts,
} from '#domain/book/act-notices.ts'
import type { Lender, Party } from '#domain/book/act-entries.ts'
import type { LoanOfBook } from '#domain/book/lines.ts'
import { changedTerms, describeTerms, type FullTerms } from '#domain/loans/credit/terms.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import type { DirectNotice, Notice } from '#domain/notifications/notices.ts'
import { fullName } from '#domain/texts.ts'
import type { Stake } from './changed-terms.ts'
import type { GivenAnswer, Proposal } from './terms-entries.ts'

type About = Pick<LoanOfBook, 'id' | 'title'>

const toFirms = (ids: readonly string[], notice: Notice): DirectNotice => ({
  to: 'firms',
  ids,
  notice,
})

const changes = (before: FullTerms, now: FullTerms) =>
  describeTerms(changedTerms(before, now), before, now)

const silenceEnds = 'without your confirmation your commitment ends when the new terms take effect'

/** Ends with the firm's own share, and its amount in both terms if the loan amount changes. */
export function noticeOfProposal(
  { id, title }: About,
  { previous, proposed, respondBy }: Proposal,
  { firmId, percentage, amount, newAmount }: Stake,
): DirectNotice {
  const own =
    newAmount === amount
      ? describePart({ percentage, amount })
      : `${formatShare(percentage)}, ${formatCents(newAmount)} instead of ${formatCents(amount)}`
  return toFirms([firmId], {
    type: 'termsProposed',
    loanId: id,
    message: `New terms are proposed for ${title}: ${changes(previous, proposed)}. Please confirm by ${formatMoment(respondBy)}; ${silenceEnds}. Your share: ${own}`,
  })
}

export const noticeOfReminder = ({ id, title }: About, firmIds: readonly string[]): DirectNotice =>
  toFirms(firmIds, {
    type: 'termsSoon',
    loanId: id,
    message: `Your time to confirm the new terms of ${title} ends in 24 hours; ${silenceEnds}`,
  })

interface AnswerOnRecord extends GivenAnswer {
  actor: Party
  lender: Lender
  receiptId: string
}

/** Administrators get every answer. A person who answers gets a receipt, and the colleagues read who answered. */
export function noticesOfTermsAnswer(
  loan: About,
  { firmId, percentage, newAmount, amount }: Stake,
  { answer, how, actor, lender, receiptId }: AnswerOnRecord,
): DirectNotice[] {
  const part = describePart({
    percentage,
    amount: answer === 'confirmed' ? newAmount : amount,
  })
  const did = `${answer} the new terms of ${loan.title}`
  const ofIt =
    answer === 'confirmed' ? `: ${part}` : `. The commitment of ${part} ends if they take effect`
  const own = answer === 'confirmed' ? `: ${part}` : ` with a commitment of ${part}`
  const message =
    how === null
      ? `${nameWithCompany({ ...lender, firstName: actor.firstName, lastName: actor.lastName })} ${did}${ofIt}`
      : `${fullName(actor)} recorded that ${nameWithCompany(lender)} ${did}${ofIt}. ${how}`
  const about = { type: 'termsAnswered', loanId: loan.id } as const
  return [
    { ...otherAdministrators(actor.id, lender.id), notice: { ...about, message } },
    ...(how === null
      ? receipts(actor, loan, { firmId }, { receiptId, say: (who) => `${who} ${did}${own}` })
      : [
          toFirms([firmId], {
            ...about,
            receiptId,
            message: `${fullName(actor)} recorded that you ${did}${own}. ${how}`,
          }),
        ]),
  ]
}

export const noticeOfKept = (
  { id, title }: About,
  { previous, proposed }: Proposal,
  { firmId, percentage, newAmount }: Stake,
): DirectNotice =>
  toFirms([firmId], {
    type: 'termsApplied',
    loanId: id,
    message: `The new terms of ${title} are in effect: ${changes(previous, proposed)}. Your commitment of ${formatShare(percentage)} is now ${formatCents(newAmount)}`,
  })

export const noticeOfLapse = (
  { id, title }: About,
  line: Pick<Stake, 'firmId' | 'percentage' | 'amount'>,
  { reason, receiptId }: { reason: string; receiptId: string },
): DirectNotice =>
  toFirms([line.firmId], {
    type: 'commitmentLapsed',
    loanId: id,
    receiptId,
    message: `Your commitment of ${describePart(line)} to ${title} lapsed: ${reason}`,
  })

export const noticeOfCancel = ({ id, title }: About, firmIds: readonly string[]): DirectNotice =>
  toFirms(firmIds, {
    type: 'termsCancelled',
    loanId: id,
    message: `The new terms that were proposed for ${title} are canceled. Your commitment stays as it is`,
  })
