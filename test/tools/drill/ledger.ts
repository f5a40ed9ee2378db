/** The drill's record of its requests and responses. The checks compare it with the app's data. */
import type { CommitmentStatus } from '#domain/book/commitments.ts'

/**
 * The outcome according to the response. `refused` and `away` mean that nothing was done. `unsent` means that the
 * server got no request. `unknown` means that the action may have been done.
 */
export type Outcome = 'acknowledged' | 'refused' | 'away' | 'unknown' | 'unsent'

export interface Attempt {
  call: 'createCommitment' | 'recordCommitment'
  key: string
  callerId: string
  lenderId: string
  loanId: string
  percentage: number
  isSoft: boolean
  outcome: Outcome
  commitmentId: string | null
}

export interface Standing {
  percentage: number
  isSoft: boolean
  status: CommitmentStatus
}

export type LaterAct =
  | 'commitmentChanged'
  | 'commitmentWithdrawn'
  | 'commitmentMadeBinding'
  | 'commitmentReleased'

export interface Holding {
  id: string
  loanId: string
  lenderId: string
  standing: Standing
  /** The states before each acknowledged action. A commitment found in one of them has lost an acknowledged action. */
  earlier: Standing[]
  /**
   * Other possible states after an action with an unknown outcome. The drill doesn't change such a commitment again.
   */
  possible: Standing[]
  /** How many times each action was acknowledged, and how many more times it may have been performed. */
  acts: Partial<Record<LaterAct, { acknowledged: number; unknown: number }>>
  isBusy: boolean
}

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
  /** The name is unique so that it identifies the document. */
  filename: string
  loanId: string
  fileUrl: string
  bytes: Buffer
  outcome: Outcome
}

export type DealTable =
  | 'allocations'
  | 'allocation_lines'
  | 'registers'
  | 'funds_receipts'
  | 'terms_proposals'

export interface DealRecord {
  table: DealTable
  /** The final state that was acknowledged, or null while the record may still change. */
  state: string | null
}

export class Ledger {
  readonly attempts = new Map<string, Attempt>()
  readonly holdings = new Map<string, Holding>()
  readonly loans = new Map<string, LoanRecord>()
  readonly papers: Paper[] = []
  /** The loans on which only the deal desk acts. Their commitments aren't among the holdings. */
  readonly dealLoans: string[] = []
  /** The acknowledged rounds, answers to offers, registers, receipts and proposals, by id. */
  readonly dealRecords = new Map<string, DealRecord>()
  #numbered = 0

  nextNumber = () => (this.#numbered += 1)

  /** Records a response's outcome. Once the outcome is `unknown`, only an acknowledgment changes it. */
  mark(attempt: Attempt, outcome: Outcome, commitmentId: string | null): void {
    if (outcome === 'acknowledged' && commitmentId) this.#acknowledge(attempt, commitmentId)
    else if (attempt.outcome !== 'acknowledged' && attempt.outcome !== 'unknown')
      attempt.outcome = outcome
  }

  /** Records the final outcome. Once no request is in progress, an error response for the same key is conclusive. */
  settle(attempt: Attempt, outcome: 'acknowledged' | 'refused', commitmentId: string | null): void {
    if (outcome === 'acknowledged' && commitmentId) this.#acknowledge(attempt, commitmentId)
    else attempt.outcome = outcome
  }

  #acknowledge(attempt: Attempt, commitmentId: string) {
    attempt.outcome = 'acknowledged'
    // The first id is kept. If a later response has a different id, the key check reports it.
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
