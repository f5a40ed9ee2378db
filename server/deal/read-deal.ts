import type { Deal } from '#contract/deal/shapes.ts'
import { nextStepOf } from '#domain/deal/next-step.ts'
import { sumMoney } from '#domain/money.ts'
import { readLoanWithTotals } from '#server/book/book-lists.ts'
import type { Database } from '#server/database/client.ts'
import { readSnapshot } from '#server/database/transactions.ts'
import type { Caller } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { bookVersionOf, readActiveLines } from './book-version.ts'
import { fundingOfStep, readFundingInShort } from './funding/read-funding.ts'
import { findCurrentRegister, registerInShort } from './registers/read-registers.ts'
import { toShort } from './rounds/present.ts'
import { readAllocations, readShareStep } from './rounds/stored.ts'
import { readOpenProposal } from './terms/read-proposals.ts'

/** Reads the loan, its settings and its totals in one snapshot so that they agree. */
export const readDeal = (caller: Caller & { db: Database }, loanId: string): Promise<Deal> =>
  readSnapshot(caller.db, async (tx) => {
    const { loan, totals } = await readLoanWithTotals(caller, tx, loanId)
    const shareStep = await readShareStep(tx, loanId)
    const lines = await readActiveLines(tx, loanId)
    const holdAmount = sumMoney(lines.filter(({ isHold }) => isHold).map(({ amount }) => amount))
    const bookVersion = bookVersionOf({ loan, lines })
    const newest = await readAllocations(tx, newestOf(loanId))
    const inShort = (isRound: boolean) => {
      const found = newest.find(({ number }) => (number !== null) === isRound)
      return found ? toShort(found, { loan, version: bookVersion, shareStep }) : null
    }
    const [draft, lastRound] = [inShort(false), inShort(true)]
    const register = await findCurrentRegister(tx, loanId)
    const funding = register ? await readFundingInShort(tx, register) : null
    const { commitmentDeadline, closingDate, minShare, maxShare, bookStage, holdPercentage } = loan
    return {
      loan,
      settings: { commitmentDeadline, closingDate, minShare, maxShare, shareStep },
      bookStage,
      bookVersion,
      next: nextStepOf(
        {
          ...{ status: loan.status, bookStage, commitmentDeadline },
          isTermsPending: loan.isTermsPending,
          ...{ bound: totals.bindingPercentage, soft: totals.softPercentage },
          hasDraft: Boolean(draft),
          lastRound: lastRound?.respondBy ? { respondBy: lastRound.respondBy } : null,
          funding: funding && fundingOfStep(funding),
        },
        new Date(),
      ),
      draft,
      lastRound,
      totals: { ...totals, holdPercentage, holdAmount },
      termsProposal: await readOpenProposal(tx, loan, lines),
      register: register ? registerInShort(register) : null,
      funding,
    }
  })

/** The draft, and the newest round. */
const newestOf = (loanId: string) => sql`a.loan_id = ${loanId}::uuid and (a.number is null
  or a.number = (select max(number) from allocations where loan_id = ${loanId}::uuid))`
