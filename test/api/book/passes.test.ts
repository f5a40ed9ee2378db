/** Passing on a loan and undoing the pass. Only the lender and administrators can see a pass. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { noticesOf } from '#test/support/notices.ts'
import { by, entriesOf, entryOf, on } from '#test/support/trail.ts'
import type { Person } from '#test/support/builders.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()

const read = (who: Person, { id }: { id: string }) => who.call('getLoan', { params: { id } })
const pass = (who: Person, { id }: { id: string }, comment?: string) =>
  who.call('passOnLoan', { params: { id }, body: { reason: 'leverage', comment } })
const refusalOf = (who: Person, { id }: { id: string }) =>
  who.refusal('passOnLoan', { params: { id }, body: { reason: 'rate' } })

it('shows a pass to its lender, and includes the reason in notifications to administrators', async () => {
  const loan = await desk.makeLoan({ title: 'Alder Point' })
  expect((await read(lena, loan)).can).toEqual(['commit', 'pass'])
  const entry = await entryOf(olga, () => pass(lena, loan, ' We stop at 65%. '))
  expect(entry).toMatchObject({
    ...by(lena),
    ...on(loan),
    kind: 'lenderPassed',
    personId: lena.id,
    after: { reason: 'Leverage', comment: 'We stop at 65%.' },
  })
  const own = await read(lena, loan)
  expect(own.pass).toEqual({
    reason: 'leverage',
    comment: 'We stop at 65%.',
    createdAt: expect.any(String),
  })
  expect(own.can).toEqual(['commit'])
  expect(await noticesOf(olga, loan)).toContain(
    'lenderPassed: Lena Brook passed on Alder Point: Leverage. “We stop at 65%.”',
  )
  expect((await noticesOf(luis, loan)).join()).not.toContain('passed')
})

it('ignores a repeated identical pass, but records a changed reason', async () => {
  const loan = await desk.makeLoan()
  await pass(lena, loan)
  expect(await entriesOf(olga, () => pass(lena, loan))).toEqual([])
  const changed = await entryOf(olga, () =>
    lena.call('passOnLoan', { params: { id: loan.id }, body: { reason: 'timing' } }),
  )
  expect(changed).toMatchObject({
    before: { reason: 'Leverage', comment: null },
    after: { reason: 'Timing', comment: null },
  })
})

it('undoes a pass only once, and writes an audit entry', async () => {
  const loan = await desk.makeLoan()
  const params = { id: loan.id }
  await pass(lena, loan)
  const entry = await entryOf(olga, () => lena.call('takeBackPass', { params }))
  expect(entry).toMatchObject({ ...by(lena), ...on(loan), kind: 'passTakenBack' })
  expect(await entriesOf(olga, () => lena.call('takeBackPass', { params }))).toEqual([])
  const now = await read(lena, loan)
  expect(now.pass).toBeUndefined()
  expect(now.can).toEqual(['commit', 'pass'])
})

it('requires a lender to withdraw soft interest before passing, and rejects a pass if the lender has a binding commitment', async () => {
  const loan = await desk.makeLoan()
  const fields = { percentage: '5', isSoftCommit: 'true' } as const
  const soft = await desk.makeCommitment(lena, loan, fields)
  expect((await read(lena, loan)).can).toEqual(['commit'])
  expect(await refusalOf(lena, loan)).toBe(
    '409: You still hold soft interest in this loan. Withdraw it under My Commitments, then pass.',
  )
  await lena.call('withdrawCommitment', { params: { id: soft.id } })
  await pass(lena, loan)

  await desk.makeCommitment(luis, loan, { percentage: '10' })
  expect(await refusalOf(luis, loan)).toBe(
    "409: You can't pass on this loan, because your commitment to it is binding. Ask us to release it.",
  )
})

it.each([
  ['soft', 'true'],
  ['binding', 'false'],
] as const)(
  "removes a lender's pass when the lender makes a %s commitment",
  async (_kind, isSoftCommit) => {
    const loan = await desk.makeLoan()
    for (const who of [lena, luis]) await pass(who, loan)
    await desk.makeCommitment(lena, loan, { percentage: '5', isSoftCommit })
    expect((await read(lena, loan)).pass).toBeUndefined()
    expect((await read(luis, loan)).pass).toBeDefined()
    const body = { loanId: loan.id, lenderId: luis.id, percentage: '5', isSoftCommit } as const
    await olga.call('recordCommitment', { params: { loanId: loan.id }, body })
    expect((await read(luis, loan)).pass).toBeUndefined()
  },
)

it('rejects a pass from an administrator, on a funded loan, on a draft, or without a reason', async () => {
  const loan = await desk.makeLoan()
  expect(await refusalOf(olga, loan)).toBe('403: Only lenders can pass on a loan')
  expect((await read(olga, loan)).can).not.toContain('pass')
  const funded = await desk.makeLoan({ status: 'funded' })
  expect(await refusalOf(lena, funded)).toBe('409: This loan is fully funded')
  expect((await read(lena, funded)).can).toEqual([])
  const draft = await desk.makeLoan({ isDraft: 'true' })
  expect(await refusalOf(lena, draft)).toBe('404: The loan was not found')
  expect(await refusalOf(lena, { id: randomUUID() })).toBe('404: The loan was not found')
  const unexplained = await lena.send('passOnLoan', {
    params: { id: loan.id },
    body: { reason: 'price' },
  })
  expect(unexplained.status).toBe(400)
  expect(unexplained.text).toContain('Please choose a reason')
})

it('stores only the pass or the commitment if a lender sends both at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const loan = await desk.makeLoan()
    const body = { loanId: loan.id, percentage: '5', isSoftCommit: 'true' } as const
    const [passed, committed] = await Promise.all([
      lena.send('passOnLoan', { params: { id: loan.id }, body: { reason: 'size' } }),
      lena.send('createCommitment', { body }),
    ])
    expect(committed.status).toBe(201)
    expect(passed.status).toBeOneOf([201, 409])
    expect((await read(lena, loan)).pass).toBeUndefined()
  }
})
