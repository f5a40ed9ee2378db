/** The signed content of a register and of a certificate. */
import type { Register, RegisterEntry } from '#contract/deal/registers.ts'
import type { TextObject } from '#domain/book/receipts.ts'

const contentOf = (register: Register): TextObject => ({
  format: '1',
  issuer: register.originator,
  registerVersion: String(register.version),
  effectiveDate: register.effectiveDate,
  /** The state when the paper was made. */
  state: register.state,
  loanId: register.loanId,
  loanTitle: register.loanTitle,
  borrower: register.borrowerName,
  property: register.propertyAddress ?? undefined,
  loanAmount: register.loanAmount,
  rate: register.interestRate,
  noteRate: register.noteRate ?? undefined,
  term: String(register.term),
  fingerprint: register.fingerprint,
  madeAt: register.madeAt,
})

export const certificateContent = (register: Register, entry: RegisterEntry): TextObject => ({
  ...contentOf(register),
  number: entry.certificateNumber,
  lender: entry.lenderName,
  percent: entry.percentage,
  amount: entry.amount,
})

export const registerContent = (register: Register): TextObject => ({
  ...contentOf(register),
  lines: Object.fromEntries(
    register.entries.map(({ line, firmId, lenderName, percentage, amount }) => [
      line,
      { firmId, lender: lenderName, percent: percentage, amount },
    ]),
  ),
})
