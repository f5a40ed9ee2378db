import { concentrationOf, type MaturitySlice } from '#domain/position/concentration.ts'
import { sumPosition } from '#domain/position/position.ts'
import { sumLines } from '#domain/book/sums.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { groupBy } from '#domain/groups.ts'
import { expectedMaturity, maturityOf } from '#domain/loans/maturity.ts'
import type { Money, Percent } from '#domain/money.ts'
import { dayAt } from '#domain/time-zone.ts'
import type { Database } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import type { Principal } from '#server/sign-in/principal.ts'
import { activeOf, listByLoan, type OwnCommitment } from './lines.ts'

export interface Holding extends ReturnType<typeof sumLines> {
  loan: LoanRow
  /** The maturity date, or null if the loan isn't funded or its funding date is unknown. */
  maturity: string | null
  lines: OwnCommitment[]
}

export interface OwnPosition {
  asOf: Date
  holdings: Holding[]
  totals: {
    bindingAmount: Money
    softAmount: Money
    weightedRate: Percent | null
    annualInterest: Money
  }
  maturities: MaturitySlice[]
}

/** Reads everything in one snapshot so that all figures are consistent. */
export const readPosition = (db: Database, principal: Principal): Promise<OwnPosition> =>
  readSnapshot(db, async (tx) => {
    const asOf = new Date()
    const lines = (await listByLoan({ db: tx, principal }, activeOf(principal))).map(
      ({ own }) => own,
    )
    const holdings = [...groupBy(lines, ({ loanId }) => loanId)].map(([, held]) => {
      const { loan } = held[0]
      return {
        loan,
        maturity: maturityOf(loan),
        lines: held,
        ...sumLines(held.map((line) => ({ ...line, isSoft: line.isSoftCommit }))),
      }
    })
    return {
      asOf,
      holdings,
      totals: sumPosition(
        lines.map(({ isSoftCommit, amount, loan }) => ({
          isSoft: isSoftCommit,
          amount,
          rate: exactRate(loan),
        })),
      ),
      maturities: maturitiesOf(holdings, dayAt(asOf)),
    }
  })

const maturitiesOf = (holdings: readonly Holding[], today: string): MaturitySlice[] =>
  concentrationOf(
    holdings
      .filter(({ lines }) => lines.some(({ isSoftCommit }) => !isSoftCommit))
      .map(({ loan, bindingAmount }) => ({
        ...loan,
        maturity: expectedMaturity(loan, today),
        amount: bindingAmount,
      })),
  ).byMaturity
