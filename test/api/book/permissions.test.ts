/** Compares the actions in a commitment's `can` with the actions that the server accepts, for each caller and state. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { BookEntry } from '#contract/book/shapes.ts'
import { commitmentActionNames, type CommitmentAction } from '#domain/book/commitments.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal, type Caller, type LooseInput, type Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { turnOn } from '#test/support/second-factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let admin: Person
let other: Person
let unready: Person
beforeAll(async () => {
  desk = await openDesk({ REQUIRE_ADMIN_2FA: 'on', RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  await turnOn(admin)
  other = await desk.makeLender()
  unready = await desk.makeAdmin()
})
afterAll(() => desk.close())

interface Held {
  holder: Person
  line: Commitment
}

const loanFields = {
  title: 'Pier 4 Warehouse',
  borrowerName: 'Pier Four LLC',
  amount: '1000000.00',
  interestRate: '7.25',
  term: 24,
}

async function hold(holder: Person, isSoftCommit: 'true' | 'false'): Promise<Held> {
  const loan = await admin.call('createLoan', { body: loanFields })
  return { holder, line: await desk.makeCommitment(holder, loan, { isSoftCommit }) }
}
const fund = ({ line }: Held) =>
  admin.call('updateLoan', { params: { id: line.loanId }, body: { status: 'funded' } })

const states: [string, 'true' | 'false', (held: Held) => Promise<unknown>][] = [
  ['soft', 'true', async () => {}],
  ['binding', 'false', async () => {}],
  ['soft, in a funded loan', 'true', fund],
  ['binding, in a funded loan', 'false', fund],
  [
    'soft, in a fully committed loan',
    'true',
    ({ line }) => desk.makeCommitment(other, { id: line.loanId }, { percentage: '100' }),
  ],
  [
    'withdrawn',
    'true',
    ({ holder, line }) => holder.call('withdrawCommitment', { params: { id: line.id } }),
  ],
  [
    'released',
    'false',
    ({ line }) =>
      admin.call('releaseCommitment', { params: { id: line.id }, body: { reason: 'Sold' } }),
  ],
]

const own: Record<CommitmentAction, [Parameters<Caller['send']>[0], object?]> = {
  change: ['changeCommitment', { percentage: '5' }],
  withdraw: ['withdrawCommitment'],
  makeBinding: ['makeCommitmentBinding', {}],
  release: ['releaseCommitment', { reason: 'Sold' }],
}
const word = { instructedBy: 'Lena Brook, by phone', instructedOn: '2026-01-05' }
const onBehalf: typeof own = {
  change: ['changeCommitmentOnBehalf', { percentage: '5', ...word }],
  withdraw: ['withdrawCommitmentOnBehalf', word],
  makeBinding: ['makeCommitmentBindingOnBehalf', word],
  release: own.release,
}

async function expectExactly(
  caller: Caller,
  can: readonly CommitmentAction[],
  calls: typeof own,
  prepare: () => Promise<Held>,
) {
  let held = await prepare()
  for (const action of commitmentActionNames) {
    const [name, body] = calls[action]
    const input: LooseInput = { params: { id: held.line.id }, ...(body && { body }) }
    const reply = await caller.send(name, input)
    if (!can.includes(action)) {
      expect(reply.status, action).toBeOneOf([401, 403, 404, 409])
      continue
    }
    expect(outcomeOf(reply), action).toBeOneOf(['done', 'not_enough_available'])
    if (reply.status < 300) held = await prepare()
  }
}

const outcomeOf = (reply: Reply) => (reply.status < 300 ? 'done' : readRefusal(reply).code)

const entryOf = async ({ line }: Held): Promise<BookEntry | undefined> => {
  const entries = await admin.call('listBookEntries', { params: { id: line.loanId } })
  return entries.find(({ id }) => id === line.id)
}
const ownCan = async (holder: Person, { line }: Held) => {
  const lines = await holder.call('listOwnCommitments', { query: { loanId: line.loanId } })
  return lines.find(({ id }) => id === line.id)?.can ?? []
}

describe.each(states)('the actions allowed on a commitment: %s', (_state, isSoft, change) => {
  const prepareFor = (holder: Person) => async () => {
    const held = await hold(holder, isSoft)
    await change(held)
    return held
  }

  it("lets lenders and administrators perform exactly the actions listed in a commitment's `can`", async () => {
    const lender = await desk.makeLender()
    const prepare = prepareFor(lender)
    await expectExactly(lender, await ownCan(lender, await prepare()), own, prepare)
    await expectExactly(admin, (await entryOf(await prepare()))?.can ?? [], onBehalf, prepare)
    for (const caller of [other, unready, desk.visitor()])
      for (const calls of [own, onBehalf]) await expectExactly(caller, [], calls, prepare)
    expect(desk.errors).toEqual([])
  })

  it('lets administrators perform exactly the actions that `can` lists for their commitments', async () => {
    const prepare = prepareFor(admin)
    const held = await prepare()
    const can = (await entryOf(held))?.can ?? []
    await expectExactly(admin, can, own, prepare)
    await expectExactly(admin, can, onBehalf, prepare)
    expect(await ownCan(admin, held)).toEqual(can)
  })

  it("lets users perform exactly the actions listed in a commitment's `can` after the lender's approval is withdrawn", async () => {
    const setApproved = (id: string, isApproved: 'true' | 'false') =>
      admin.call('updateUser', { params: { id }, body: { isApproved } })
    const lender = await desk.makeLender()
    const prepare = async () => {
      await setApproved(lender.id, 'true')
      const holder = await desk.signIn(lender)
      const held = await hold(holder, isSoft)
      await change(held)
      await setApproved(lender.id, 'false')
      return held
    }
    const held = await prepare()
    const pending = await desk.signIn(lender)
    expect(await ownCan(pending, held)).toEqual([])
    await expectExactly(pending, [], own, async () => held)
    await expectExactly(admin, (await entryOf(held))?.can ?? [], onBehalf, prepare)
    expect(desk.errors).toEqual([])
  })
})

it('lists the same allowed actions for a commitment in every response', async () => {
  const lender = await desk.makeLender()
  const { line } = await hold(lender, 'true')
  const params = { id: line.id }
  const soft = ['change', 'withdraw', 'makeBinding']
  const ofLoan = { params: { id: line.loanId } }
  const changed = await lender.call('changeCommitment', { params, body: { percentage: '12' } })
  const answers = [
    line,
    changed,
    (await lender.call('listOwnCommitments', { query: { order: 'loan' } }))[0],
    (await lender.call('listOwnHoldings'))[0]?.lines[0],
    (await lender.call('getToday')).firmable.items[0],
    (await admin.call('getBook', ofLoan)).entries[0],
    (await admin.call('listBookEntries', ofLoan))[0],
    await admin.call('changeCommitmentOnBehalf', { params, body: { percentage: '13', ...word } }),
  ]
  for (const answer of answers) expect(answer?.can).toEqual(soft)
  const made = await lender.call('makeCommitmentBinding', { params, body: {} })
  expect(made.can).toEqual([])
  expect((await admin.call('getBook', ofLoan)).entries[0]?.can).toEqual(['release'])
  const released = await admin.call('releaseCommitment', { params, body: { reason: 'Sold' } })
  expect(released.can).toEqual([])
})
