/**
 * Three deals of the sample portfolio: a round with an accepted, a declined and an open offer, a closed book of which a
 * part is paid, and terms that lenders are asked to confirm. All other open loans collect commitments.
 */
import { certificateLines } from './deal-registers.ts'
import { stakesIn } from '#domain/book/deal/changed-terms.ts'
import type { HolderNames } from '#domain/book/deal/holder-names.ts'
import { allocate } from '#domain/deal/allocation.ts'
import { lastFour } from '#domain/deal/funding/bank-details.ts'
import { smallestStep } from '#domain/deal/settings.ts'
import { utcDay } from '#domain/days.ts'
import {
  isAboveZero,
  parsePercent,
  shareAmount,
  subtractPercent,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import type { CommitmentRow, Originator } from './portfolio-rows.ts'
import deals from './portfolio/deals.json'
import { firmOf, type SampleLoan } from './sample-data.ts'
import { stableId, userId } from './sample-ids.ts'

type Lines = CommitmentRow[]

interface Parts {
  lines: Lines
  admin: Originator
  after: (hours: number) => Date
  /** The day in some days from now. */
  dayIn: (days: number) => string
}

const share = (text: string): Percent => parsePercent(text) ?? zeroPercent
/** This time is during business hours in every US time zone. */
const endOf = (day: string) => `${day}T21:00:00.000Z`

export const isOffered = ({ key }: SampleLoan) => key === deals.offered.loan
export const isClosed = ({ key }: SampleLoan) => key === deals.closed.loan
export const isProposed = ({ key }: SampleLoan) => key === deals.proposed.loan

const holdOf = (
  loan: SampleLoan,
  { percentage, createdAt, admin }: { percentage: Percent; createdAt: Date; admin: Originator },
): CommitmentRow => ({
  ...{ id: stableId('hold', loan.key), loanId: loan.id, lenderId: admin.id },
  ...{ firmId: admin.firmId, percentage, isSoftCommit: false, isHold: true },
  amount: shareAmount(loan.amount, percentage),
  status: 'active',
  ...{ loanAmount: loan.amount, interestRate: loan.interestRate, term: loan.term },
  ...{ createdAt, standingSince: null, endedAt: null, releasedBy: null, releaseReason: null },
  made: null,
})

/** Offers the open requests their parts of what the hold and the binding commitments leave, in proportion. */
export function roundOf(loan: SampleLoan, { lines, admin, after, dayIn }: Parts) {
  const { hold, afterHours, answersInDays, note, answers } = deals.offered
  const id = stableId('allocation', loan.key)
  const publishedAt = after(afterHours)
  const active = lines
    .filter(({ status }) => status === 'active')
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const { allocation } = allocate({
    ...{ loanAmount: loan.amount, hold: share(hold), order: { kind: 'proRata' } },
    ...{ shareStep: smallestStep, minShare: null, maxShare: null, choices: new Map() },
    lines: active.map((line) => ({
      ...{ id: line.id, firmId: line.firmId, percentage: line.percentage, isHold: false },
      ...{ isSoft: line.isSoftCommit, standingSince: line.createdAt.toISOString() },
    })),
  })
  if (!allocation) throw new Error('The round of the sample is refused')
  const offers = allocation.lenders.map((lender, place) => {
    const answer = answers.find(({ from }) => firmOf(from) === lender.firmId)
    const asked = isAboveZero(lender.added) ? ('offered' as const) : ('nothing' as const)
    return {
      ...lender,
      ...{ id: stableId('offer', loan.key, String(place)), allocationId: id, place },
      addedAmount: shareAmount(loan.amount, lender.added),
      state: answer ? stateOf(answer.answer) : asked,
      answeredAt: answer ? after(answer.afterHours) : null,
      answeredBy: answer ? userId(answer.from) : null,
      declineReason: answer?.reason ?? null,
      receiptId: answer ? stableId('answer', loan.key, answer.from) : null,
    }
  })
  const percentage = allocation.hold.share
  return {
    allocation: {
      ...{ id, loanId: loan.id, number: 1, state: 'published' as const, note },
      ...{ hold: share(hold), holdShare: percentage, holdAmount: allocation.hold.amount },
      ...{ orderKind: 'proRata' as const, shareStep: smallestStep, loanAmount: loan.amount },
      ...{ interestRate: loan.interestRate, noteRate: loan.noteRate, term: loan.term },
      ...{ bookVersion: id, savedBy: admin.id, savedAt: publishedAt },
      ...{ publishedBy: admin.id, publishedAt, respondBySetAt: publishedAt },
      respondBy: endOf(dayIn(answersInDays)),
    },
    offers,
    lines: [
      ...lines.flatMap((line) => answeredLines(loan, line, offers)),
      holdOf(loan, { percentage, createdAt: publishedAt, admin }),
    ],
  }
}

const stateOf = (answer: string) =>
  answer === 'accepted' ? ('accepted' as const) : ('declined' as const)

interface Answered {
  firmId: string
  added: Percent
  state: string
  answeredAt: Date | null
}

/** An accepted part is binding, and what is left of the request stays soft. A declined request is withdrawn. */
function answeredLines(loan: SampleLoan, line: CommitmentRow, offers: readonly Answered[]): Lines {
  const offer = offers.find(({ firmId }) => firmId === line.firmId)
  if (!line.isSoftCommit || line.status !== 'active' || !offer?.answeredAt) return [line]
  const { percentage, amount } = line
  const made = { percentage, amount, isSoftCommit: true }
  if (offer.state === 'declined')
    return [{ ...line, status: 'withdrawn', endedAt: offer.answeredAt }]
  const left = subtractPercent(percentage, offer.added)
  const bound = {
    ...{ ...line, isSoftCommit: false, percentage: offer.added, made },
    amount: shareAmount(loan.amount, offer.added),
  }
  const rest = {
    ...{ ...line, id: stableId('rest', line.id), percentage: left },
    amount: shareAmount(loan.amount, left),
    ...{ createdAt: offer.answeredAt, standingSince: line.createdAt },
  }
  return [bound, rest]
}

/** The share of a hold, before the amounts of the whole book are computed. */
export const heldLine = (loan: SampleLoan, { admin, after }: Pick<Parts, 'admin' | 'after'>) =>
  holdOf(loan, {
    ...{ percentage: share(deals.closed.hold), createdAt: after(deals.closed.afterHours), admin },
  })

export function closingOf(
  loan: SampleLoan,
  { lines, admin, after, dayIn }: Parts,
  holderOf: (firmId: string) => HolderNames,
) {
  const { afterHours, instructions, receipts } = deals.closed
  const { accountNumber, draftedAfterHours, calledAfterHours, ...details } = instructions
  const { verifiedAfterHours, sentAfterHours, ...words } = details
  const by = fullName(admin)
  const day = dayIn(loan.closesInDays ?? 0)
  const { register, entries } = certificateLines(loan, lines, holderOf, {
    ...{ effectiveDate: day, madeAt: after(afterHours), maker: { id: admin.id, name: by } },
  })
  return {
    register,
    entries,
    instructions: {
      ...{ ...words, id: stableId('instructions', loan.key), loanId: loan.id, version: 1 },
      ...{ state: 'sent' as const, accountNumber, accountLastFour: lastFour(accountNumber) },
      ...{ dueAt: new Date(endOf(day)), createdBy: admin.id, createdByName: by },
      ...{ createdAt: after(draftedAfterHours), calledAt: after(calledAfterHours) },
      ...{ verifiedBy: admin.id, verifiedByName: by, verifiedAt: after(verifiedAfterHours) },
      ...{ sentByName: by, sentAt: after(sentAfterHours) },
    },
    receipts: receipts.map(({ from, reference, afterHours: hours }) => {
      const entry = entries.find(({ firmId }) => firmId === firmOf(from))
      if (!entry) throw new Error(`The register of the sample has no line of ${from}`)
      return {
        ...{ id: stableId('receipt', loan.key, from), loanId: loan.id, firmId: entry.firmId },
        ...{ amount: entry.amount, receivedOn: utcDay(after(hours)), reference },
        ...{ recordedBy: admin.id, recordedByName: by, recordedAt: after(hours) },
      }
    }),
  }
}

export function proposalOf(loan: SampleLoan, { lines, admin, after, dayIn }: Parts) {
  const { interestRate, afterHours, answersInDays, reason, answers } = deals.proposed
  const id = stableId('proposal', loan.key)
  const stakes = stakesIn(
    lines.map((line) => ({ ...line, isSoft: line.isSoftCommit })),
    loan,
  )
  return {
    proposal: {
      ...{ id, loanId: loan.id, reason, respondBy: new Date(endOf(dayIn(answersInDays))) },
      ...{ oldAmount: loan.amount, oldRate: loan.interestRate, oldNoteRate: loan.noteRate },
      ...{ oldTerm: loan.term, newAmount: loan.amount, newRate: share(interestRate) },
      ...{ newNoteRate: null, newTerm: loan.term },
      ...{ proposedBy: admin.id, createdAt: after(afterHours) },
    },
    answers: [...stakes.values()].map(({ firmId, percentage, amount, newAmount }) => {
      const answer = answers.find(({ from }) => firmOf(from) === firmId)
      return {
        ...{ proposalId: id, firmId, percentage, amount, newAmount },
        state: answer ? ('confirmed' as const) : ('asked' as const),
        answeredBy: answer ? userId(answer.from) : null,
        answeredAt: answer ? after(answer.afterHours) : null,
        receiptId: answer ? stableId('answer', loan.key, answer.from) : null,
      }
    }),
  }
}
