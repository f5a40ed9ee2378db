import { setTimeout as sleep } from 'node:timers/promises'
import type { Loan } from '#contract/loans/shapes.ts'
import { closeBook } from '#test/support/closed-books.ts'
import { Tally } from './ask.ts'
import { Chance } from './chance.ts'
import { checkAll } from './check.ts'
import type { Person, ProductCopy } from './copy.ts'
import type { Fault } from './faults.ts'
import type { LoanRecord } from './ledger.ts'
import { startLoad } from './load.ts'
import { oddAmount } from './load-admins.ts'

export interface RoundResult {
  hitAfterMs: number
  /** The time from the fault's end until requests succeed without any new failures. */
  backAfterMs: number | null
  tally: Tally
  lost: string[]
  broken: string[]
}

const recoveryLimitMs = 60_000
/** The fault has ended once requests have succeeded for this long. */
const steadyMs = 400

interface RoundPlan {
  copy: ProductCopy
  fault: Fault
  seed: number
  round: number
}

/** Never throws. An error is reported as broken, together with the server's output. */
export async function runRound(plan: RoundPlan): Promise<RoundResult> {
  const { copy } = plan
  const tally = new Tally()
  const result: RoundResult = { hitAfterMs: 0, backAfterMs: null, tally, lost: [], broken: [] }
  try {
    await goThrough(plan, result)
  } catch (error) {
    result.broken.push(
      `the round failed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  result.broken.push(...tally.broken, ...copy.takeComplaints())
  return result
}

async function goThrough({ copy, fault, seed, round }: RoundPlan, result: RoundResult) {
  const { tally } = result
  const chance = new Chance(seed)
  await copy.runWith(fault.settings ?? {})
  const loans = await makeLoans(copy, chance, round)
  const dealLoanId = await makeDealLoan(copy, chance.fork('deal'), round)
  const startedAt = performance.now()
  const scene = { copy, tally, loans, dealLoanId, round }
  const load = startLoad({ ...scene, chance: chance.fork('load') })
  try {
    await sleep(chance.whole(250, 900))
    while (tally.counts.acknowledged === 0) await sleep(5)
    result.hitAfterMs = performance.now() - startedAt
    const endedAt = await fault.strike({ copy, tally, chance: chance.fork('fault'), loans })
    const backAt = await returnOf(tally, endedAt)
    if (backAt !== null) result.backAfterMs = backAt - endedAt
    else result.broken.push(`the product did not serve again within ${recoveryLimitMs / 1000} s`)
  } finally {
    await load.stop()
  }
  const { lost, broken } = await checkAll(copy, tally, loans)
  result.lost.push(...lost)
  result.broken.push(...broken)
}

async function returnOf(tally: Tally, endedAt: number): Promise<number | null> {
  tally.awaitReturn(endedAt)
  while (performance.now() - endedAt < recoveryLimitMs) {
    const since = tally.steadySince
    if (since !== null && performance.now() - since > steadyMs) return since
    await sleep(10)
  }
  return null
}

/** A loan in which lenders' interest comes to more than there is, or to which they are bound, or whose book is closed. */
async function makeDealLoan(copy: ProductCopy, chance: Chance, round: number): Promise<string> {
  const [first] = copy.admins
  if (!first) throw new Error('The copy has no administrator')
  const admin = copy.callerOf(first)
  const { id } = await admin.call('createLoan', {
    body: {
      ...{ title: `Deal of round ${round}`, borrowerName: 'Pier LLC', amount: '12345678.91' },
      ...{ interestRate: '7', term: 12 },
    },
  })
  copy.ledger.dealLoans.push(id)
  const stage = chance.one(['collecting', 'bound', 'closed'])
  const commit = async (lenders: Person[], percentage: string, isSoftCommit: 'true' | 'false') => {
    for (const lender of lenders)
      await copy
        .callerOf(lender)
        .call('createCommitment', { body: { loanId: id, percentage, isSoftCommit } })
  }
  await commit(copy.lenders, '30', 'true')
  if (stage !== 'collecting') await commit(copy.lenders.slice(0, 2), '30', 'false')
  if (stage === 'closed') await closeBook(admin, id, { retainRest: 'true' })
  return id
}

const loansOfARound = 4

async function makeLoans(copy: ProductCopy, chance: Chance, round: number): Promise<LoanRecord[]> {
  const [first] = copy.admins
  if (!first) throw new Error('The copy has no administrator')
  const admin = copy.callerOf(first)
  const loans: LoanRecord[] = []
  for (let number = 1; number <= loansOfARound; number += 1) {
    const amount = number === 1 ? '33.33' : oddAmount(chance)
    const loan: Loan = await admin.call('createLoan', {
      body: {
        title: `Pier ${number} of round ${round}`,
        borrowerName: 'Pier LLC',
        amount,
        interestRate: '7',
        term: 12,
        summary: 'As created',
      },
    })
    const record = {
      id: loan.id,
      text: { summary: 'As created', amount: loan.amount },
      earlier: [],
      possible: [],
    }
    copy.ledger.loans.set(loan.id, record)
    loans.push(record)
  }
  return loans
}
