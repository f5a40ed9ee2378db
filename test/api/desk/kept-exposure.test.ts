/** What is kept of the exposure equals obvious sums over the books, after whatever act, and while acts overlap. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stateOf } from '#domain/loans/places.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import type { LoanStatus } from '#domain/loans/statuses.ts'
import {
  compareFigures,
  percentNumber,
  sumMoney,
  zeroMoney,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { transactOnce } from '#server/database/client.ts'
import { readFigures } from '#server/desk/exposure.ts'
import { recountLoans } from '#server/loans/figures.ts'
import { foldExposure } from '#server/loans/kept-exposure.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { repetitions } from '#test/support/repetitions.ts'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
})
afterAll(() => desk.close())

interface LoanRow {
  id: string
  status: LoanStatus
  fundedOn: string | null
  term: number
  address: string | null
  type: string | null
  rate: Percent
  isDraft: boolean
}
interface HeldRow {
  id: string
  loanId: string
  lenderId: string
  amount: Money
  isSoft: boolean
}

/** The loans, and the commitments that are active. */
const readRows = async () => ({
  loans: await desk.rows<LoanRow>(
    `select id, status, funded_on::text as "fundedOn", term, property_address as address, property_type as type,
      interest_rate as rate, is_draft as "isDraft" from loans`,
  ),
  held: await desk.rows<HeldRow>(
    `select id, loan_id as "loanId", lender_id as "lenderId", amount, is_soft_commit as "isSoft"
     from commitments where status = 'active'`,
  ),
})

/** Adds up the active commitments one by one. */
async function addUp() {
  const { loans, held } = await readRows()
  const byId = new Map(loans.map((loan) => [loan.id, loan]))
  const sums: Record<string, Record<string, Money>> = { byState: {}, byMaturity: {}, byRate: {} }
  const lenders: Record<string, Money> = {}
  const add = (to: Record<string, Money> = {}, key: string, amount: Money) => {
    to[key] = sumMoney([to[key] ?? zeroMoney, amount])
  }
  let softAmount = zeroMoney
  for (const { loanId, lenderId, amount, isSoft } of held) {
    const loan = byId.get(loanId)
    if (!loan) throw new Error('A commitment to no loan')
    if (isSoft && loan.status !== 'funded') softAmount = sumMoney([softAmount, amount])
    if (isSoft) continue
    add(sums['byState'], stateOf(loan.address) ?? 'none', amount)
    add(sums['byMaturity'], maturityOf(loan)?.slice(0, 4) ?? 'none', amount)
    add(sums['byRate'], String(percentNumber(loan.rate)), amount)
    add(lenders, lenderId, amount)
  }
  const largest = Object.entries(lenders).toSorted(
    ([one, a], [other, b]) => compareFigures(b, a) || (one < other ? -1 : 1),
  )
  return {
    ...sums,
    softAmount,
    byLender: Object.fromEntries(largest.slice(0, 10)),
    count: largest.length,
  }
}

/** The exposure in the form of `addUp`. */
async function readKept() {
  const { byState, byMaturity, byRate, byLender, softAmount } = await readFigures(desk.db)
  const amounts = (slices: typeof byLender) =>
    Object.fromEntries(slices.flatMap(({ key, amount }) => (key === null ? [] : [[key, amount]])))
  const rest = byLender.find(({ key }) => key === null)?.name.split(' ')[0] ?? 0
  return {
    ...{ byState: amounts(byState), byMaturity: amounts(byMaturity), byRate: amounts(byRate) },
    ...{ softAmount, byLender: amounts(byLender) },
    count: byLender.filter(({ key }) => key !== null).length + Number(rest),
  }
}

async function expectExact(after: string) {
  expect(await readKept(), after).toEqual(await addUp())
  expect(await discrepancies(desk), after).toEqual([])
}

/** Takes one of these by a number that is below 1. */
const pick = <Item>(items: readonly Item[], part: number) => items[Math.floor(part * items.length)]

interface Scene {
  lenders: readonly Person[]
  loans: readonly LoanRow[]
  held: readonly HeldRow[]
}
/** What is chosen at random: a loan, a lender, one of the commitments, and the share or the value. */
interface Chosen {
  loan: number
  lender: number
  held: number
  value: number
}

const addresses = ['4 Pier Road, Boston, MA 02110', '7 Quay, Portland, Oregon', '9 Main St', null]
const days = ['2024-02-29', '2025-12-31', null]
const instruction = { instructedBy: 'The lender, by phone', instructedOn: '2026-01-05' }

const isOffered = ({ status, isDraft }: LoanRow) => !isDraft && status !== 'funded'

/** Changes a field of a loan. Most lenders are bound to the terms, which is then refused. */
const change =
  (...bodies: object[]) =>
  ({ loans }: Scene, { loan, value }: Chosen) =>
    admin.call('updateLoan', {
      params: { id: pick(loans, loan)?.id ?? '' },
      body: pick(bodies, value) ?? {},
    })
const commit =
  (isSoftCommit: 'true' | 'false') =>
  ({ lenders, loans }: Scene, { loan, lender, value }: Chosen) =>
    pick(lenders, lender)?.call('createCommitment', {
      body: {
        loanId: pick(loans.filter(isOffered), loan)?.id ?? '',
        percentage: String(1 + Math.floor(value * 40)),
        isSoftCommit,
      },
    })
/** What an administrator does with a commitment. */
const onHeld =
  (isSoft: boolean, act: (id: string, value: number) => Promise<unknown>) =>
  ({ held }: Scene, { held: part, value }: Chosen) => {
    const one = pick(
      held.filter((each) => each.isSoft === isSoft),
      part,
    )
    return one && act(one.id, value)
  }

const acts: Record<string, (scene: Scene, chosen: Chosen) => Promise<unknown> | undefined> = {
  commit: commit('false'),
  'commit softly': commit('true'),
  'take the rest': async ({ lenders, loans }, { loan, lender }) => {
    const id = pick(loans.filter(isOffered), loan)?.id ?? ''
    const { committedPercentage } = await admin.call('getLoan', { params: { id } })
    const percentage = String(100 - percentNumber(committedPercentage))
    return pick(lenders, lender)?.call('createCommitment', {
      body: { loanId: id, percentage, isSoftCommit: 'false' },
    })
  },
  record: ({ lenders, loans }, { loan, lender, value }) => {
    const id = pick(loans.filter(isOffered), loan)?.id ?? ''
    const lenderId = pick(lenders, lender)?.id ?? ''
    const percentage = String(1 + Math.floor(value * 9))
    return admin.call('recordCommitment', {
      params: { loanId: id },
      body: { loanId: id, lenderId, percentage, ...instruction },
    })
  },
  'make binding': onHeld(true, (id) =>
    admin.call('makeCommitmentBindingOnBehalf', { params: { id }, body: instruction }),
  ),
  'change a share': onHeld(true, (id, value) =>
    admin.call('changeCommitmentOnBehalf', {
      params: { id },
      body: { ...instruction, percentage: String(1 + Math.floor(value * 40)) },
    }),
  ),
  withdraw: onHeld(true, (id) =>
    admin.call('withdrawCommitmentOnBehalf', { params: { id }, body: instruction }),
  ),
  release: onHeld(false, (id) =>
    admin.call('releaseCommitment', { params: { id }, body: { reason: 'Asked.' } }),
  ),
  'change an address': change(...addresses.map((propertyAddress) => ({ propertyAddress }))),
  'change a rate': change({ interestRate: '6.10' }, { interestRate: '8.99' }),
  'change an amount': change({ amount: '1000000.01' }, { amount: '0.99' }, { amount: '333.33' }),
  'change a title': change({ title: 'Another' }, { propertyType: 'Land' }),
  fund: change(...days.map((fundedOn) => ({ status: 'funded', fundedOn }))),
  reopen: change({ status: 'open' }),
  'change a day': change(...days.map((fundedOn) => ({ fundedOn }))),
  'delete a loan': ({ loans }, { loan }) =>
    admin.call('deleteLoan', { params: { id: pick(loans, loan)?.id ?? '' } }),
  'make a loan': (_scene, { value }) =>
    desk.makeLoan({
      amount: `${1_000 + Math.floor(value * 1_000)}.57`,
      interestRate: pick(['5.00', '5.99', '7.25'], value) ?? '5.00',
      ...(pick(addresses, value) && { propertyAddress: pick(addresses, value) }),
      isDraft: value < 0.3 ? 'true' : 'false',
    }),
  publish: ({ loans }) => {
    const draft = loans.find(({ isDraft }) => isDraft)
    return draft && admin.call('publishLoan', { params: { id: draft.id }, body: {} })
  },
  'take back to draft': ({ loans }, { loan }) =>
    admin.call('unpublishLoan', { params: { id: pick(loans, loan)?.id ?? '' }, body: {} }),
  deactivate: ({ lenders }, { lender }) =>
    admin.call('deleteUser', {
      params: { id: pick(lenders, lender)?.id ?? '' },
      query: { outcome: 'deactivated' },
    }),
  'add up': () => foldExposure(desk.db),
  'start anew': () => transactOnce(desk.db, (tx) => recountLoans(tx)),
}

const part = fc.noBias(fc.integer({ min: 0, max: 999 }).map((number) => number / 1_000))
const names = Object.keys(acts)
// Commitments are most of what happens; without them, all other acts are refused.
const someAct = fc.record({
  name: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('commit', 'commit softly', 'take the rest') },
    { weight: 3, arbitrary: fc.constantFrom(...names) },
  ),
  chosen: fc.record({ loan: part, lender: part, held: part, value: part }),
})

it('equals the sums of the books after every act', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someAct, { minLength: 60, maxLength: 60 }), async (chosenActs) => {
      const lenders = await Promise.all(Array.from({ length: 6 }, () => desk.makeLender()))
      for (const amount of ['1000.01', '99999.99', '7.77']) await desk.makeLoan({ amount })
      for (const { name, chosen } of chosenActs) {
        const scene = { lenders, ...(await readRows()) }
        // It may be refused; then it changes nothing.
        await Promise.resolve(acts[name]?.(scene, chosen)).catch(() => undefined)
        expect(await readKept(), name).toEqual(await addUp())
      }
      expect(await discrepancies(desk)).toEqual([])
    }),
    { numRuns: repetitions(2, 40), endOnFailure: true },
  )
  expect(desk.errors).toEqual([])
}, 120_000)

it('follows the cents that are placed in the commitments of others, and taken back', async () => {
  const lenders = await Promise.all(Array.from({ length: 10 }, () => desk.makeLender()))
  // Ten shares of $100.00, of which at least three others than the last get one of four cents.
  const loan = await desk.makeLoan({ amount: '1000.04' })
  const made = []
  for (const lender of lenders) made.push(await desk.makeCommitment(lender, loan))
  await expectExact('the commitment that completes the loan')
  const last = { params: { id: made.at(-1)?.id ?? '' }, body: { reason: 'Asked.' } }
  await admin.call('releaseCommitment', last)
  await expectExact('its release')
})

it('loses nothing of acts at the same time, nor while their changes are added up or counted anew', async () => {
  const lenders = await Promise.all(Array.from({ length: 12 }, () => desk.makeLender()))
  const loans = await Promise.all(
    ['1000.01', '50000.00', '3333.33'].map((amount) => desk.makeLoan({ amount })),
  )
  const turns = Array.from({ length: 60 }, (_, turn) => turn)
  await Promise.all(
    turns.map(async (turn) => {
      const [lender, loan] = [lenders[turn % lenders.length], loans[turn % loans.length]]
      if (!lender || !loan) return
      const isSoftCommit = turn % 4 === 0 ? 'true' : 'false'
      const { id } = await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit })
      if (turn % 4 === 0) await lender.call('makeCommitmentBinding', { params: { id }, body: {} })
      if (turn % 5 === 1)
        await admin.call('releaseCommitment', { params: { id }, body: { reason: 'Asked.' } })
      if (turn % 7 === 2)
        await admin.call('updateLoan', {
          params: { id: loan.id },
          body: { propertyAddress: addresses[turn % 3] ?? null },
        })
      if (turn % 3 === 1) await foldExposure(desk.db)
      if (turn % 20 === 3) await transactOnce(desk.db, (tx) => recountLoans(tx))
    }),
  )
  await expectExact('all of them')
})

it("makes no act wait for another loan's, and shows an act once it is committed", async () => {
  const [lender, other] = [await desk.makeLender(), await desk.makeLender()]
  const [loan, another] = [await desk.makeLoan(), await desk.makeLoan()]
  const client = await desk.db.$client.connect()
  try {
    // An act of the same lender, state, maturity and rate that has not ended.
    await client.query('begin')
    await client.query(
      `insert into exposure_changes (lender_id, state, maturity, rate, binding_amount, soft_amount)
       values ($1, null, null, 7, 100, 0)`,
      [lender.id],
    )
    await desk.makeCommitment(lender, loan)
    await desk.makeCommitment(other, another)
    await foldExposure(desk.db)
    await expectExact('two acts beside one that has not ended')
    const before = await readKept()
    const recounting = desk
      .rows(`update exposure_sums set amount = 0`)
      .then(() => transactOnce(desk.db, (tx) => recountLoans(tx)))
    await somebodyWaits(desk.db)
    await client.query('rollback')
    await recounting
    expect(await readKept()).toEqual(before)
  } finally {
    client.release()
  }
})

it.each([
  [
    'of an upgraded desk, which has none',
    [
      'delete from exposure_changes',
      'delete from exposure_sums',
      'delete from exposure_of_lenders',
    ],
  ],
  ['of lenders', [`update exposure_of_lenders set amount = amount + 0.01`]],
  ['of a state', [`update exposure_sums set amount = amount - 1 where kind = 'state'`]],
  ['of soft amounts', [`delete from exposure_sums where kind = 'soft'`]],
  ['how many lenders there are', [`update exposure_sums set amount = 1 where kind = 'lenders'`]],
  ['changes that were not written', [`delete from exposure_changes`]],
])('a start counts anew what is wrong: the sums %s', async (_words, statements) => {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan({ amount: '1000.01' })
  await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  await foldExposure(desk.db)
  await desk.makeCommitment(lender, loan)
  await expectExact('commitments')
  for (const statement of statements) await desk.rows(statement)
  expect(await discrepancies(desk)).not.toEqual([])
  await transactOnce(desk.db, (tx) => recountLoans(tx))
  await expectExact('counting anew')
})

it('a start writes nothing if all is right', async () => {
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, await desk.makeLoan())
  const { id } = await transactOnce(desk.db, async (tx) => {
    await recountLoans(tx)
    const { rows } = await tx.execute<{ id: string | null }>(
      'select pg_current_xact_id_if_assigned()::text as id',
    )
    return { id: rows[0]?.id }
  })
  expect(id).toBeNull()
})
