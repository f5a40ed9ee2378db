/** The allocations of a mocked loan, computed as the server does. */
import type { Allocation, Allocations } from '#contract/deal/allocations.ts'
import type { Offer } from '#contract/deal/offers.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { allocate } from '#domain/deal/allocation.ts'
import { explainAllocation } from '#domain/deal/explanation.ts'
import type { OfferState } from '#domain/deal/rounds/rounds.ts'
import { shareOf } from '#domain/deal/units.ts'
import {
  parsePercent,
  shareAmount,
  subtractPercent,
  sumMoney,
  sumPercent,
  zeroPercent,
  type Percent,
} from '#domain/money.ts'

const percent = (text: string): Percent => parsePercent(text) ?? zeroPercent
const hold = percent('10')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** Far enough from a day's end that pictures of one day are alike. */
const since = (number: number) => `2026-11-${String(10 + number)}T15:0${number}:00.000000Z`
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

interface Request {
  lenderName: string
  companyName?: string
  lines: readonly string[]
  state: OfferState
}

const requests: readonly [Request, ...Request[]] = [
  { lenderName: 'Hudson Ridge Partners', lines: ['b15', 's10'], state: 'accepted' },
  { lenderName: 'Blackrock Harbor Lending', lines: ['s30'], state: 'offered' },
  {
    ...{ lenderName: 'Priya Raman', companyName: 'Raman Capital' },
    ...{ lines: ['s25'], state: 'declined' },
  },
  { lenderName: 'Northlight Fund', lines: ['s42'], state: 'offered' },
  { lenderName: 'Cedar & Vine Credit Union', lines: ['s20'], state: 'accepted' },
]

const bookLines = requests.flatMap(({ lenderName, companyName = null, lines }, index) =>
  lines.map((text, place) => ({
    id: id(100 * (index + 1) + place),
    firmId: id(index + 1),
    ...{ lenderName, companyName },
    isSoft: text.startsWith('s') ? ('true' as const) : ('false' as const),
    isHold: 'false' as const,
    percentage: percent(text.slice(1)),
    standingSince: since(index + place * 4),
  })),
)

/** @param state A draft has no answers, and a round has some. */
function allocationOf(loan: Loan, state: 'draft' | 'published'): Allocation {
  const limits = { minShare: percent('5'), maxShare: percent('25'), shareStep: shareOf(1) }
  const order = { kind: 'proRata' } as const
  const { allocation } = allocate({
    ...{ loanAmount: loan.amount, hold, order, choices: new Map(), ...limits },
    lines: bookLines.map((line) => ({
      ...line,
      isSoft: line.isSoft === 'true',
      isHold: false,
    })),
  })
  if (!allocation) throw new Error('The mocked book can be allocated')
  const facts = { order, hold, lenders: allocation.lenders, ...limits }
  const isRound = state === 'published'
  const lines = allocation.lenders.map((lender): Allocation['lines'][number] => {
    const request = requests[Number(lender.firmId.slice(-2)) - 1] ?? requests[0]
    const isAnswered = isRound && request.state !== 'offered'
    return {
      ...lender,
      id: lender.firmId.replace('8000', '9000'),
      ...{ lenderName: request.lenderName, companyName: request.companyName ?? null },
      addedAmount: shareAmount(loan.amount, lender.added),
      ...{
        askedBy: null,
        openedAt: null,
        pinned: null,
        fixed: null,
        reason: null,
        declineReason: null,
      },
      state: isRound ? request.state : null,
      answeredAt: isAnswered ? since(9) : null,
      answeredBy: isAnswered ? 'Jane Roe' : null,
      answeredHow: null,
      explanation: explainAllocation(facts, { ...lender, pinned: null, reason: null }),
    }
  })
  const part = (states: readonly OfferState[]) => {
    const of = lines.filter((line) => states.includes(line.state ?? 'offered'))
    return {
      lenders: of.length,
      added: sumPercent(of.map(({ added }) => added)),
      addedAmount: sumMoney(of.map(({ addedAmount }) => addedAmount)),
    }
  }
  return {
    ...{ id: id(900), loanId: loan.id, number: isRound ? 1 : null, state, isCurrent: 'true' },
    ...{ savedBy: 'Alex Morgan', savedAt: since(8), ...limits, hold, order, lines },
    respondBy: isRound ? inDays(3) : null,
    ...{ endedAt: null, endedBy: null, bookVersion: 'mocked', note: null },
    ...{ approvedBy: null, approvedAt: null },
    publishedBy: isRound ? 'Alex Morgan' : null,
    publishedAt: isRound ? since(8) : null,
    ...{ holdShare: allocation.hold.share, holdAmount: allocation.hold.amount },
    ...{ room: allocation.room, requests: allocation.requests },
    offered: part(['offered', 'accepted', 'declined']),
    accepted: part(isRound ? ['accepted'] : []),
    declined: part(isRound ? ['declined'] : []),
    waiting: part(isRound ? ['offered'] : []),
  }
}

export const draftOf = (loan: Loan): Allocations => ({
  draft: allocationOf(loan, 'draft'),
  ...{ rounds: [], bookVersion: 'mocked', lines: bookLines },
  ...{ needsApproval: 'false', hasSecondAdministrator: 'true' },
})

export const roundOf = (loan: Loan): Allocations => ({
  ...draftOf(loan),
  draft: null,
  rounds: [allocationOf(loan, 'published')],
})

export const nothingOf = (loan: Loan): Allocations => ({
  ...draftOf(loan),
  ...{ draft: null, lines: [] },
})

export function offerOf(loan: Loan): Offer {
  const { lines, respondBy } = allocationOf(loan, 'published')
  const line = lines.find(({ state }) => state === 'offered')
  if (!line || respondBy === null) throw new Error('A mocked offer is open')
  const { bound, asks, share, amount, added, addedAmount, explanation } = line
  return {
    ...{ id: line.id, loanId: loan.id, firmId: line.firmId, round: 1, loan, explanation },
    ...{ bound, asked: asks, share, amount, added, addedAmount },
    staysSoft: subtractPercent(asks, share),
    note: 'We close on December 20. Wire instructions follow after closing.',
    ...{ state: 'offered', publishedAt: since(8), respondBy, canAnswer: 'true', isOnTerms: 'true' },
    ...{ answeredAt: null, answeredBy: null, answeredHow: null, receiptId: null },
  }
}
