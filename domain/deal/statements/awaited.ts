/** The money that a closed loan awaits, and what is proposed of a statement. */
import type { StatementEntry } from './statement.ts'

export interface AwaitedLender {
  firmId: string
  /** The name under which the register has the lender. */
  lenderName: string
  companyName: string | null
  certificateNumber: string
  due: bigint
  received: bigint
}

/** A receipt that stands, of any loan. */
export interface RecordedReceipt {
  firmId: string
  cents: bigint
  receivedOn: string
  reference: string
}

export interface AwaitedFunds {
  loanId: string
  /** The title, and the reference that the instructions ask for. */
  loanNames: readonly string[]
  /** The end of the account that the instructions name, or null. */
  accountLastFour: string | null
  lenders: readonly AwaitedLender[]
  recorded: readonly RecordedReceipt[]
}

export const proposalKinds = ['inFull', 'shortByFee', 'part'] as const
export type ProposalKind = (typeof proposalKinds)[number]

export interface ReceiptProposal {
  line: number
  firmId: string
  cents: bigint
  receivedOn: string
  reference: string
  kind: ProposalKind
  /** Sentences. */
  why: string[]
}

export interface LeftEntry {
  line: number
  cents: bigint
  isCredit: boolean
  bookedOn: string
  text: string
  why: string
}

export interface MatchedStatement {
  /** In the order of lines, as is `left`. */
  proposals: ReceiptProposal[]
  /** The credits and reversals that aren't proposed. Ordinary debits are left out. */
  left: LeftEntry[]
}

/** The reference under which an entry is recorded. It identifies the entry together with its day and amount. */
export const receiptReference = ({ reference, text }: StatementEntry): string =>
  reference || text.slice(0, 140).toWellFormed().trim() || 'No reference'
