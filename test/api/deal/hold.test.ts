import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sumMoney, sumPercent } from '#domain/money.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let lena: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', BRAND_NAME: 'Harbor Capital' })
  olga = await desk.makeAdmin()
  lena = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const hold = (loan: { id: string }, percentage: string, amount?: string, by = olga) =>
  by.call('setHold', { params: { id: loan.id }, body: { percentage, ...(amount && { amount }) } })
const refused = async (loan: { id: string }, body: object) => {
  const reply = await olga.send('setHold', { params: { id: loan.id }, body })
  return [reply.status, readRefusal(reply).code]
}
const linesOf = (loan: { id: string }) =>
  desk.rows<{
    percentage: string
    amount: string
    status: string
    lender_id: string
    is_originator: boolean
  }>(
    `select c.percentage, c.amount, c.status, c.lender_id, f.is_originator
     from commitments c join firms f on f.id = c.firm_id
     where loan_id = $1 and is_hold order by c.created_at`,
    [loan.id],
  )

it('lets a loan with a hold alone return to draft, but not one to which a lender has committed', async () => {
  const loan = await desk.makeLoan()
  const params = { id: loan.id }
  await hold(loan, '25')
  expect((await olga.call('getLoan', { params })).can).toContain('unpublish')
  await olga.call('unpublishLoan', { params, body: {} })
  expect(await olga.call('getLoan', { params })).toMatchObject({
    ...{ isDraft: 'true', holdPercentage: '0.00', committedPercentage: '0.00' },
  })
  expect(await linesOf(loan)).toMatchObject([{ status: 'released' }])
  await olga.call('publishLoan', { params, body: {} })
  const soft = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
  await lena.call('withdrawCommitment', { params: { id: soft.id } })
  expect((await olga.call('getLoan', { params })).can).not.toContain('unpublish')
  const reply = await olga.send('unpublishLoan', { params, body: {} })
  expect([reply.status, readRefusal(reply).code]).toEqual([409, 'has_commitments'])
})

describe("the originator's hold", () => {
  it('is one binding commitment of the originator, public as a share of the loan', async () => {
    const loan = await desk.makeLoan()
    const deal = await hold(loan, '20.25', '202500.00')
    expect(deal.totals).toMatchObject({
      ...{ holdPercentage: '20.25', holdAmount: '202500.00' },
      ...{ bindingPercentage: '20.25', availablePercentage: '79.75' },
    })
    const seen = await desk.visitor().call('getLoan', { params: { id: loan.id } })
    expect(seen).toMatchObject({ holdPercentage: '20.25', committedPercentage: '20.25' })
    expect(await linesOf(loan)).toEqual([
      {
        ...{ percentage: '20.25', amount: '202500.00', status: 'active' },
        ...{ lender_id: olga.id, is_originator: true },
      },
    ])
  })

  it("has the company's name in the book, and no actions", async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '20')
    await desk.makeCommitment(lena, loan, { percentage: '5' })
    const params = { id: loan.id }
    const book = await olga.call('getBook', { params })
    const entry = book.entries.find(({ isHold }) => isHold === 'true')
    expect(entry).toMatchObject({ lenderName: 'Harbor Capital', lenderId: olga.id, can: [] })
    const holders = await olga.call('listBookHolders', { params, query: {} })
    for (const list of [book.holders, holders])
      expect(list.map(({ lenderName, isHold }) => [lenderName, isHold])).toEqual([
        ['Harbor Capital', 'true'],
        [expect.any(String), 'false'],
      ])
    const entries = await olga.call('listBookEntries', { params, query: {} })
    expect(entries.map(({ isHold }) => isHold)).toEqual(['false', 'true'])
  })

  it('is in the exposure after the lenders, whose amounts with it add up to the total', async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '20')
    await desk.makeCommitment(lena, loan, { percentage: '5' })
    const { byLender, concentratedAmount } = await olga.call('getExposure')
    expect(byLender.at(-1)).toMatchObject({ name: "Originator's hold", key: null })
    expect(sumMoney(byLender.map(({ amount }) => amount))).toBe(concentratedAmount)
    expect(sumPercent(byLender.map(({ percentage }) => percentage))).toBe('100.00')
  })

  it('changes in place for any administrator, and ends at 0', async () => {
    const loan = await desk.makeLoan()
    const other = await desk.makeAdmin()
    await hold(loan, '20')
    await hold(loan, '35', undefined, other)
    await hold(loan, '10')
    expect(await linesOf(loan)).toMatchObject([{ percentage: '10.00', lender_id: olga.id }])
    const deal = await hold(loan, '0')
    expect(deal.totals).toMatchObject({ holdPercentage: '0.00', availablePercentage: '100.00' })
    expect(await linesOf(loan)).toMatchObject([{ percentage: '10.00', status: 'released' }])
    await hold(loan, '5')
    expect(await linesOf(loan)).toMatchObject([{ status: 'released' }, { percentage: '5.00' }])
    const entries = await desk.rows<{ before: unknown; after: unknown }>(
      `select before, after from audit where kind = 'holdSet' and loan_id = $1 order by at`,
      [loan.id],
    )
    const figures = (percentage: string, amount: string) => ({
      kind: 'binding',
      percentage,
      amount,
    })
    const [twenty, thirtyFive, ten, five] = [
      ...[figures('20.00', '200000.00'), figures('35.00', '350000.00')],
      ...[figures('10.00', '100000.00'), figures('5.00', '50000.00')],
    ]
    expect(entries).toEqual([
      { before: null, after: twenty },
      { before: twenty, after: thirtyFive },
      { before: thirtyFive, after: ten },
      { before: ten, after: { status: 'released' } },
      { before: null, after: five },
    ])
  })

  it('changes nothing and records nothing if the share stays', async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '20')
    await hold(loan, '20.00')
    await hold(await desk.makeLoan(), '0')
    const [{ count } = { count: '' }] = await desk.rows<{ count: string }>(
      `select count(*) from audit where kind = 'holdSet' and loan_id = $1`,
      [loan.id],
    )
    expect(count).toBe('1')
  })

  it('can take what is available and its own share, but no more', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { percentage: '60' })
    await hold(loan, '30')
    const reply = await olga.send('setHold', {
      ...{ params: { id: loan.id }, body: { percentage: '40.01' } },
    })
    expect(readRefusal(reply)).toMatchObject({
      code: 'not_enough_available',
      message: 'Lenders are bound to 60% of this loan, so you can hold at most 40%',
    })
    await hold(loan, '40')
    const body = { loanId: loan.id, percentage: '1', isSoftCommit: 'false' }
    expect(await lena.refusal('createCommitment', { body })).toMatch(/fully committed/)
  })

  it('refuses other figures than the screen showed, other loans, drafts and funded loans', async () => {
    const loan = await desk.makeLoan()
    expect(await refused(loan, { percentage: '10', amount: '100000.02' })).toEqual([
      ...[409, 'terms_changed'],
    ])
    await hold(loan, '10', '100000.01')
    for (const percentage of ['10.125', '-1', '100.01', '1e1', 'NaN', '', 10])
      expect(await refused(loan, { percentage }), String(percentage)).toEqual([400, 'invalid'])
    const unknown = { id: '5b1f0c9a-2e47-4d83-b6a5-91c03d7e8f24' }
    for (const missing of [unknown, { id: 'x' }])
      expect(await refused(missing, { percentage: '1' })).toEqual([404, 'not_found'])
    const draft = await desk.makeLoan({ isDraft: 'true' })
    expect(await refused(draft, { percentage: '1' })).toEqual([409, 'loan_draft'])
    await olga.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
    expect(await refused(loan, { percentage: '1' })).toEqual([409, 'loan_funded'])
  })

  it("can't be released as a lender's commitment", async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '20')
    const [entry] = await olga.call('listBookEntries', { params: { id: loan.id }, query: {} })
    const params = { id: entry?.id ?? '' }
    const body = { reason: 'A mistake' }
    expect(await olga.refusal('releaseCommitment', { params, body })).toBe(
      "409: This is the originator's hold. Change the hold instead",
    )
  })
})

describe('the amounts of a loan that a hold completes', () => {
  it('add up to the loan, and are rounded by themselves again after the hold is lowered', async () => {
    const loan = await desk.makeLoan({ amount: '1000.50' })
    const mine = await desk.makeCommitment(lena, loan, { percentage: '15' })
    const other = await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '35' })
    expect([mine.amount, other.amount]).toEqual(['150.08', '350.18'])
    const whole = await hold(loan, '50')
    expect(whole.totals).toMatchObject({ holdAmount: '500.25', bindingAmount: '1000.50' })
    const amounts = () =>
      desk.rows<{ amount: string }>(
        `select amount from commitments where loan_id = $1 and not is_hold order by created_at`,
        [loan.id],
      )
    expect(await amounts()).toEqual([{ amount: '150.07' }, { amount: '350.18' }])
    await hold(loan, '49.99')
    expect(await amounts()).toEqual([{ amount: '150.08' }, { amount: '350.18' }])
  })

  it('notifies the other administrators once the loan is whole', async () => {
    const loan = await desk.makeLoan()
    const other = await desk.makeAdmin()
    await desk.makeCommitment(lena, loan, { percentage: '80' })
    await hold(loan, '20')
    const notices = await other.call('listNotifications', { query: {} })
    expect(
      notices.filter(
        ({ type, relatedLoanId }) => type === 'loanFullyCommitted' && relatedLoanId === loan.id,
      ),
    ).toHaveLength(1)
  })
})

describe('a loan on which only the originator is bound', () => {
  it('can change its terms, and the hold follows them', async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '25')
    const soft = await desk.makeCommitment(lena, loan, { percentage: '10', isSoftCommit: 'true' })
    const params = { id: loan.id }
    expect((await olga.call('getLoan', { params })).can).toContain('changeTerms')
    await olga.call('updateLoan', { params, body: { amount: '900000.00', term: 36 } })
    const deal = await olga.call('getDeal', { params })
    expect(deal.totals).toMatchObject({ holdAmount: '225000.00', bindingAmount: '225000.00' })
    expect(
      await desk.rows('select amount, term from commitments where loan_id = $1 order by amount', [
        loan.id,
      ]),
    ).toEqual([
      { amount: '90000.00', term: 36 },
      { amount: '225000.00', term: 36 },
    ])
    await lena.call('makeCommitmentBinding', { params: { id: soft.id }, body: {} })
    const reply = await olga.send('updateLoan', { params, body: { amount: '800000.00' } })
    expect(readRefusal(reply).code).toBe('terms_fixed')
  })

  it('is deleted without confirming a binding amount of lenders', async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '25')
    const params = { id: loan.id }
    const contents = await olga.call('getLoanContents', { params })
    expect(contents).toMatchObject({ bindingCommitments: 0, bindingAmount: '0.00' })
    await olga.call('deleteLoan', { params, query: { bindingAmount: '0.00' } })
  })
})

describe('the administrator who set the hold', () => {
  it('has no commitment, and is deactivated instead of deleted', async () => {
    const loan = await desk.makeLoan()
    const admin = await desk.makeAdmin()
    await hold(loan, '20', undefined, admin)
    expect(await admin.call('listOwnCommitments', { query: {} })).toEqual([])
    expect(await admin.call('getPortfolio')).toMatchObject({ bindingAmount: '0.00' })
    await olga.call('deleteUser', { params: { id: admin.id }, query: {} })
    const [row] = await desk.rows<{ gone: boolean }>(
      'select deactivated_at is not null as gone from users where id = $1',
      [admin.id],
    )
    expect(row).toEqual({ gone: true })
  })
})

describe('the exposure to lenders', () => {
  it('lists the hold apart, and not in the combined amount of the smaller lenders', async () => {
    const loan = await desk.makeLoan()
    await hold(loan, '50')
    for (let made = 0; made < 11; made += 1)
      await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '1' })
    const { byLender } = await olga.call('getExposure')
    const [{ amount } = { amount: '' }] = await desk.rows<{ amount: string }>(
      `select sum(amount)::text as amount from commitments
       where status = 'active' and not is_soft_commit and not is_hold`,
    )
    const held = byLender.at(-1)
    expect(held).toMatchObject({ name: "Originator's hold", key: null })
    const smaller = byLender.at(-2)
    expect(smaller).toMatchObject({ name: expect.stringMatching(/other lender/) as string })
    expect(sumMoney(byLender.slice(0, -1).map((slice) => slice.amount))).toBe(amount)
  })
})

describe('the history of a loan with a hold', () => {
  it('ends with the committed share of today', async () => {
    const loan = await desk.makeLoan()
    for (const share of ['20', '35', '0', '10']) await hold(loan, share)
    const story = await olga.call('getFundingStory', { params: { id: loan.id } })
    expect(story.at(-1)).toMatchObject({ committedPercentage: '10.00', softPercentage: '0.00' })
  })
})

describe('a hold and commitments at once', () => {
  it('never exceed the loan together', async () => {
    const lenders = await Promise.all([1, 2, 3].map(() => desk.makeLender()))
    for (let time = 0; time < 20; time += 1) {
      const loan = await desk.makeLoan()
      const replies = await Promise.all([
        olga.send('setHold', { params: { id: loan.id }, body: { percentage: '40' } }),
        ...lenders.map((lender) =>
          lender.send('createCommitment', { body: { loanId: loan.id, percentage: '30' } }),
        ),
        olga.send('setHold', { params: { id: loan.id }, body: { percentage: '25.5' } }),
      ])
      for (const { status } of replies) expect([200, 201, 409]).toContain(status)
      const { totals } = await olga.call('getDeal', { params: { id: loan.id } })
      expect(Number(totals.bindingPercentage)).toBeLessThanOrEqual(100)
      const active = (await linesOf(loan)).filter(({ status }) => status === 'active')
      expect(active.length).toBeLessThanOrEqual(1)
      expect(totals.holdPercentage).toBe(active[0]?.percentage ?? '0.00')
    }
  })
})
