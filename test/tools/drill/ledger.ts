/** The drill's own record of its requests and the answers, with which the product is compared. */
import type { CommitmentStatus } from '#domain/book/commitments.ts'

/**
 * The outcome of an act according to its answer. `refused` and `away` promise that nothing was done;
 * `unsent` never reached the program; only `unknown` leaves it open.
 */
export type Outcome = 'acknowledged' | 'refused' | 'away' | 'unknown' | 'unsent'

/** A commitment requested under an Idempotency-Key, however often. */
export interface Attempt {
  call: 'createCommitment' | 'recordCommitment'
  key: string
  /** The caller: the lender, or an administrator on the lender's behalf. */
  callerId: string
  lenderId: string
  loanId: string
  /** An integer percentage. */
  percentage: number
  isSoft: boolean
  outcome: Outcome
  /** The acknowledged commitment's id. */
  commitmentId: string | null
}

export interface Standing {
  percentage: number
  isSoft: boolean
  status: CommitmentStatus
}

/** Acts on an existing commitment, by their names in the audit trail. */
export type LaterAct =
  | 'commitmentChanged'
  | 'commitmentWithdrawn'
  | 'commitmentMadeBinding'
  | 'commitmentReleased'

/** An acknowledged commitment. */
export interface Holding {
  id: string
  loanId: string
  lenderId: string
  standing: Standing
  /** Its states before acknowledged acts, to tell a lost act from one that nobody requested. */
  earlier: Standing[]
  /** Other states it may be in, because the outcome of an act is unknown; nobody acts on it then. */
  possible: Standing[]
  /** How often each act was acknowledged, and how often it may have happened in addition. */
  acts: Partial<Record<LaterAct, { acknowledged: number; unknown: number }>>
  /** An act on it is in flight. */
  isBusy: boolean
}

/** What an administrator changes of a loan, both in one call. */
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
  /** Unique, so that it identifies the document. */
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

  /** A number for texts, so that no two of them are equal. */
  nextNumber = () => (this.#numbered += 1)

  /** Notes the outcome of one answer: after `unknown`, only an acknowledgement changes it. */
  mark(attempt: Attempt, outcome: Outcome, commitmentId: string | null): void {
    if (outcome === 'acknowledged' && commitmentId) this.#acknowledge(attempt, commitmentId)
    else if (attempt.outcome !== 'acknowledged' && attempt.outcome !== 'unknown')
      attempt.outcome = outcome
  }

  /**
   * Notes the final outcome: once no request is in flight, a refusal under the same key is reliable.
   */
  settle(attempt: Attempt, outcome: 'acknowledged' | 'refused', commitmentId: string | null): void {
    if (outcome === 'acknowledged' && commitmentId) this.#acknowledge(attempt, commitmentId)
    else attempt.outcome = outcome
  }

  #acknowledge(attempt: Attempt, commitmentId: string) {
    attempt.outcome = 'acknowledged'
    // Keeps the first id; if a later answer has another one, the check of keys reports it.
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

  /** Notes the outcome of an act on a commitment. */
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
