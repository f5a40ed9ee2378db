/** What was asked of the product and what it answered: the drill's own books, which it is held to. */
import type { CommitmentStatus } from '#domain/book/commitments.ts'

/**
 * What an answer says of an act. `refused` and `away` promise that nothing was done, `unsent` never
 * got to the program; only `unknown` leaves it open.
 */
export type Outcome = 'acknowledged' | 'refused' | 'away' | 'unknown' | 'unsent'

/** A commitment that was asked for under an Idempotency-Key, however often. */
export interface Attempt {
  call: 'createCommitment' | 'recordCommitment'
  key: string
  /** Who asked: the lender, or an administrator on its behalf. */
  callerId: string
  lenderId: string
  loanId: string
  /** Whole percent. */
  percentage: number
  isSoft: boolean
  outcome: Outcome
  /** The commitment that was acknowledged. */
  commitmentId: string | null
}

export interface Standing {
  percentage: number
  isSoft: boolean
  status: CommitmentStatus
}

/** Acts on a commitment that is there, by the audit trail's names of them. */
export type LaterAct =
  'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding' | 'commitmentReleased'

/** An acknowledged commitment. */
export interface Holding {
  id: string
  loanId: string
  lenderId: string
  standing: Standing
  /** How it stood before acknowledged acts, to tell a lost act from one that nobody asked for. */
  earlier: Standing[]
  /** How it may stand too, because the outcome of an act is unknown; it is then left alone. */
  possible: Standing[]
  /** How often each act was acknowledged, and how often it may have been done beyond that. */
  acts: Partial<Record<LaterAct, { acknowledged: number; unknown: number }>>
  /** Somebody acts on it at this moment. */
  isBusy: boolean
}

/** What an administrator sets of a loan: both in one call. */
export interface LoanText {
  summary: string
  amount: string
}

export interface LoanRecord {
  id: string
  text: LoanText
  earlier: LoanText[]
  possible: LoanText[]
}

export interface Paper {
  /** Names it: no two have the same. */
  filename: string
  loanId: string
  fileUrl: string
  bytes: Buffer
  outcome: Outcome
}

export class Ledger {
  readonly attempts = new Map<string, Attempt>()
  readonly holdings = new Map<string, Holding>()
  readonly loans = new Map<string, LoanRecord>()
  readonly papers: Paper[] = []
  #numbered = 0

  /** Names what is written, so that no two things have the same name. */
  nextNumber = () => (this.#numbered += 1)

  /** What one answer says of an attempt: once it was unknown, only an acknowledgement settles it. */
  mark(attempt: Attempt, outcome: Outcome, commitmentId: string | null): void {
    if (outcome === 'acknowledged' && commitmentId) this.#acknowledge(attempt, commitmentId)
    else if (attempt.outcome !== 'acknowledged' && attempt.outcome !== 'unknown')
      attempt.outcome = outcome
  }

  /** Once nothing is on its way any more, a refusal under the same key is the truth. */
  settle(attempt: Attempt, outcome: 'acknowledged' | 'refused', commitmentId: string | null): void {
    if (outcome === 'acknowledged' && commitmentId) this.#acknowledge(attempt, commitmentId)
    else attempt.outcome = outcome
  }

  #acknowledge(attempt: Attempt, commitmentId: string) {
    attempt.outcome = 'acknowledged'
    // The first answer stands: that a later one names another commitment is found by the key.
    attempt.commitmentId ??= commitmentId
    const { loanId, lenderId, percentage, isSoft } = attempt
    if (this.holdings.has(attempt.commitmentId)) return
    this.holdings.set(attempt.commitmentId, {
      id: attempt.commitmentId,
      loanId,
      lenderId,
      standing: { percentage, isSoft, status: 'active' },
      earlier: [],
      possible: [],
      acts: {},
      isBusy: false,
    })
  }

  /** What one answer says of an act on a commitment. */
  act(holding: Holding, kind: LaterAct, after: Standing, outcome: Outcome): void {
    const count = (holding.acts[kind] ??= { acknowledged: 0, unknown: 0 })
    if (outcome === 'acknowledged') {
      count.acknowledged += 1
      holding.earlier.push(holding.standing)
      holding.standing = after
    } else if (outcome === 'unknown') {
      count.unknown += 1
      holding.possible.push(after)
    }
  }

  edit(loan: LoanRecord, text: LoanText, outcome: Outcome): void {
    if (outcome === 'acknowledged') {
      loan.earlier.push(loan.text)
      loan.text = text
    } else if (outcome === 'unknown') loan.possible.push(text)
  }
}

export const isSame = (one: Standing, other: Standing) =>
  one.percentage === other.percentage && one.isSoft === other.isSoft && one.status === other.status

export const isSameText = (one: LoanText, other: LoanText) =>
  one.summary === other.summary && one.amount === other.amount
