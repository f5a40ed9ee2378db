/** Compares the actions in a loan's `can` with the actions that the server accepts, for each role and state. */
import type { Loan } from '#contract/loans/shapes.ts'
import { loanPermissions, type LoanPermission } from '#domain/loans/permissions.ts'
import { loanStatuses } from '#domain/loans/statuses.ts'
import type { Person } from '#test/support/builders.ts'
import type { Caller, Reply } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { turnOn } from '#test/support/second-factor.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let desk: Desk
let admin: Person
let holder: Person
let callers: Record<string, Caller>
beforeAll(async () => {
  desk = await openDesk({ REQUIRE_ADMIN_2FA: 'on', RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  await turnOn(admin)
  holder = await desk.makeLender()
  callers = {
    visitor: desk.visitor(),
    pending: await desk.makePending(),
    lender: await desk.makeLender(),
    admin,
    'admin without the required second factor': await desk.makeAdmin(),
  }
})
afterAll(() => desk.close())

const fields = {
  title: 'Pier 4 Warehouse',
  borrowerName: 'Pier Four LLC',
  amount: '1000000.00',
  interestRate: '7.25',
  term: 24,
}
type Status = Loan['status']
const make = (status: Status, isDraft: 'true' | 'false' = 'false') =>
  admin.call('createLoan', { body: { ...fields, status, isDraft } })

async function makeHeld(percentage: string, isSoftCommit: 'true' | 'false' = 'false') {
  const loan = await make('open')
  const line = await desk.makeCommitment(holder, loan, { percentage, isSoftCommit })
  return { loan, line }
}

const setStatus = ({ id }: Loan, status: Status) =>
  admin.call('updateLoan', { params: { id }, body: { status } })

const states: [string, () => Promise<Loan>][] = [
  ...loanStatuses.map((status): [string, () => Promise<Loan>] => [status, () => make(status)]),
  ['a draft', () => make('open', 'true')],
  ['a funded draft', () => make('funded', 'true')],
  ['indicated', async () => (await makeHeld('40', 'true')).loan],
  ['partly committed', async () => (await makeHeld('40')).loan],
  ['fully committed', async () => (await makeHeld('100')).loan],
  ['funded with lenders', async () => setStatus((await makeHeld('40')).loan, 'funded')],
  [
    'withdrawn',
    async () => {
      const { loan, line } = await makeHeld('40', 'true')
      await holder.call('withdrawCommitment', { params: { id: line.id } })
      return loan
    },
  ],
  [
    'released',
    async () => {
      const { loan, line } = await makeHeld('40')
      await admin.call('releaseCommitment', { params: { id: line.id }, body: { reason: 'Sold' } })
      return loan
    },
  ],
]

type Attempt = (caller: Caller, loan: Loan) => Promise<Reply> | null
const update = (caller: Caller, { id }: Loan, body: object) =>
  caller.send('updateLoan', { params: { id }, body })

/** For each action, a call with valid input, or null if no call performs the action on such a loan. */
const attempts: Record<LoanPermission, Attempt> = {
  commit: (caller, { id }) =>
    caller.send('createCommitment', { body: { loanId: id, percentage: '1' } }),
  pass: (caller, { id }) => caller.send('passOnLoan', { params: { id }, body: { reason: 'size' } }),
  changeTerms: (caller, loan) => update(caller, loan, { amount: '2000000.00' }),
  delete: (caller, { id }) => caller.send('deleteLoan', { params: { id } }),
  moveToStage: (caller, loan) =>
    loan.status === 'funded'
      ? null
      : update(caller, loan, { status: loan.status === 'open' ? 'Closing' : 'open' }),
  fund: (caller, loan) =>
    loan.status === 'funded' ? null : update(caller, loan, { status: 'funded' }),
  reopen: (caller, loan) =>
    loan.status === 'funded' ? update(caller, loan, { status: 'open' }) : null,
  publish: (caller, { id, isDraft }) =>
    isDraft ? caller.send('publishLoan', { params: { id }, body: {} }) : null,
  unpublish: (caller, { id, isDraft }) =>
    isDraft ? null : caller.send('unpublishLoan', { params: { id }, body: {} }),
  requestAccess: (caller, { id }) => caller.send('requestAccess', { params: { id }, body: {} }),
}

it.each(states)(
  "lets each role perform exactly the actions that the loan's `can` lists: %s",
  async (_state, prepare) => {
    for (const [name, caller] of Object.entries(callers)) {
      let loan = await prepare()
      const read = await caller.send('getLoan', { params: { id: loan.id } })
      const isHidden = loan.isDraft && caller !== admin
      expect(read.status).toBe(isHidden ? 404 : 200)
      const can: LoanPermission[] = isHidden ? [] : JSON.parse(read.text).can
      for (const action of loanPermissions) {
        const reply = await attempts[action](caller, loan)
        const status = reply?.status ?? 'no such call'
        if (can.includes(action)) {
          expect(status, `${name}: ${action}`).toBeOneOf([200, 201, 204])
          loan = await prepare()
        } else expect(status, `${name}: ${action}`).toBeOneOf([401, 403, 404, 409, 'no such call'])
      }
    }
    expect(desk.errors).toEqual([])
  },
)

it('lists the same allowed actions for a loan in every response', async () => {
  const lender = await desk.makeLender()
  const { loan } = await makeHeld('30')
  const params = { id: loan.id }
  const made = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  const own = { query: { loanId: loan.id } }
  const found = (loans: Loan[]) => loans.find(({ id }) => id === loan.id)
  const answers = {
    lender: [
      await lender.call('getLoan', { params }),
      found(await lender.call('listLoans', { query: { search: loan.title, held: 'true' } })),
      made.loan,
      (await lender.call('listOwnCommitments', own))[0]?.loan,
      (await lender.call('listOwnCommitments', { query: { ...own.query, order: 'loan' } }))[0]
        ?.loan,
      (await lender.call('listOwnHoldings'))[0]?.loan,
      (await lender.call('getToday')).firmable.items[0]?.loan,
    ],
    admin: [
      await admin.call('getLoan', { params }),
      found(await admin.call('listLoans', { query: { limit: '10' } })),
      found(await admin.call('listAllLoans', { query: { sort: 'rate', limit: '1000' } })),
      (await admin.call('getBook', { params })).loan,
      (await admin.call('getBookTotals', { params })).loan,
      (await admin.call('getPublication', { params })).loan,
      await admin.call('updateLoan', { params, body: { purpose: 'Refinance' } }),
    ],
  }
  for (const answer of answers.lender) expect(answer?.can).toEqual(['commit'])
  for (const answer of answers.admin)
    expect(answer?.can).toEqual(['commit', 'delete', 'moveToStage', 'fund'])
})

it('lists the action `unpublish` in every response about a single loan but in no list of loans', async () => {
  const loan = await make('open')
  const params = { id: loan.id }
  const all = ['commit', 'changeTerms', 'delete', 'moveToStage', 'fund', 'unpublish']
  const single = [
    loan,
    await admin.call('getLoan', { params }),
    (await admin.call('getBook', { params })).loan,
    (await admin.call('getBookTotals', { params })).loan,
    (await admin.call('getPublication', { params })).loan,
    await admin.call('publishLoan', { params, body: {} }),
    await admin.call('updateLoan', { params, body: { purpose: 'Refinance' } }),
    await admin.call('updateLoan', { params, body: {} }),
  ]
  for (const { can } of single) expect(can).toEqual(all)
  const lists = [
    await admin.call('listLoans', { query: { limit: '10' } }),
    await admin.call('listAllLoans', { query: { limit: '10' } }),
  ]
  for (const list of lists)
    expect(list.find(({ id }) => id === loan.id)?.can).toEqual(all.slice(0, -1))
})
