/** Commitment deadlines in the Today list, exposure report, and notifications. Deadlines don't block commitments. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatMoment } from '#domain/days.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
let lena: Person

const day = 24 * 3_600_000
/** Rounds the time down to the minute, because the form has no seconds. */
const inDays = (days: number) =>
  new Date(Math.floor((Date.now() + days * day) / 60_000) * 60_000).toISOString()

beforeAll(async () => {
  desk = await openDesk({ TIME_ZONE: 'America/Chicago' })
  admin = await desk.makeAdmin()
  lena = await desk.makeLender()
})
afterAll(() => desk.close())

const makeLoan = (title: string, commitmentDeadline: string | null, fields: object = {}) =>
  admin.call('createLoan', {
    body: {
      ...{ title, borrowerName: 'Pier LLC', amount: '1000000', interestRate: '8', term: '12' },
      ...{ commitmentDeadline, ...fields },
    },
  })

it('includes loans in the Today list if they are due within a week or were due in the last two weeks, earliest first', async () => {
  await makeLoan('in 6 days', inDays(6))
  await makeLoan('in 8 days', inDays(8))
  await makeLoan('tomorrow', inDays(1))
  await makeLoan('yesterday', inDays(-1))
  await makeLoan('long ago', inDays(-15))
  await makeLoan('draft', inDays(1), { isDraft: 'true' })
  await makeLoan('funded', inDays(1), { status: 'funded' })
  const { due } = await admin.call('getAdminToday')
  expect(due.items.map(({ loanTitle }) => loanTitle)).toEqual([
    'yesterday',
    'tomorrow',
    'in 6 days',
  ])
  expect(due.count).toBe(3)
})

it("shows a loan's deadline in the exposure report", async () => {
  const commitmentDeadline = inDays(2)
  const { id } = await makeLoan('Exposed', commitmentDeadline)
  const loans = await admin.call('listExposedLoans', { query: { limit: '200' } })
  expect(loans.find((loan) => loan.id === id)).toMatchObject({ commitmentDeadline })
})

it("mentions the deadline, in the desk's time zone, in notifications about a new loan or new terms", async () => {
  const commitmentDeadline = inDays(5)
  const loan = await makeLoan('Announced', commitmentDeadline)
  const words = `Commitments are due ${formatMoment(commitmentDeadline, 'America/Chicago')}.`
  expect(words).toMatch(/ [AP]M C[SD]T\.$/)
  const messages = async () =>
    (await lena.call('listNotifications', { query: { limit: '20' } }))
      .filter(({ relatedLoanId }) => relatedLoanId === loan.id)
      .map(({ message }) => message)
  expect(await messages()).toEqual([`Announced: $1,000,000 at 8.00% for 12 months. ${words}`])

  await lena.call('createCommitment', {
    body: { loanId: loan.id, percentage: '5', amount: '50000.00', isSoftCommit: 'true' },
  })
  await admin.call('updateLoan', { params: { id: loan.id }, body: { interestRate: '8.25' } })
  expect(await messages()).toContainEqual(
    expect.stringMatching(/withdraw it\. Commitments are due/),
  )
})

it('accepts no commitments after the deadline', async () => {
  const { id } = await makeLoan('Late', inDays(-1))
  const body = { loanId: id, percentage: '5', amount: '50000.00', isSoftCommit: 'false' }
  expect(await lena.refusal('createCommitment', { body })).toMatch(/^409: .* were due /)
})

it('lists the soft commitments that the deadline allows to make binding in Today, soonest first', async () => {
  const mei = await desk.makeLender()
  for (const [title, deadline] of [
    ['later', inDays(9)],
    ['none', null],
    ['soon', inDays(1)],
    ['past', inDays(-2)],
  ] as const) {
    const { id } = await makeLoan(title, null)
    await mei.call('createCommitment', {
      body: { loanId: id, percentage: '5', amount: '50000.00', isSoftCommit: 'true' },
    })
    await admin.call('updateLoan', { params: { id }, body: { commitmentDeadline: deadline } })
  }
  const { firmable } = await mei.call('getToday')
  expect(firmable.items.map(({ loan }) => loan.title)).toEqual(['soon', 'later', 'none'])
})
