import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let olga: Person
let lena: Person
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin()
  lena = await desk.makeLender()
})
afterAll(() => desk.close())

const day = 86_400_000
const daysAhead = (days: number) => new Date(Date.now() + days * day).toISOString()
const dayOf = (moment: string) => moment.slice(0, 10)

const change = (id: string, body: object) => olga.send('updateDeal', { params: { id }, body })
async function refused(id: string, body: object) {
  const reply = await change(id, body)
  const { code, fields } = readRefusal(reply)
  return [reply.status, code, fields]
}

describe('the settings of a deal', () => {
  it('are empty until an administrator sets them', async () => {
    const { id } = await desk.makeLoan()
    const deal = await olga.call('getDeal', { params: { id } })
    expect(deal).toMatchObject({
      loan: { id, bookStage: 'open', takesCommitments: 'true', holdPercentage: '0.00' },
      settings: { minShare: null, maxShare: null, shareStep: '0.01' },
      bookStage: 'open',
      totals: { holdPercentage: '0.00', holdAmount: '0.00', availablePercentage: '100.00' },
    })
  })

  it('are stored, shown to lenders except for the step, and cleared by null', async () => {
    const { id } = await desk.makeLoan()
    const commitmentDeadline = daysAhead(10)
    const closingDate = dayOf(daysAhead(20))
    const body = {
      ...{ commitmentDeadline, closingDate, minShare: '5', maxShare: '25.5' },
      shareStep: '0.5',
    }
    const deal = await olga.call('updateDeal', { params: { id }, body })
    expect(deal.settings).toEqual({
      ...{ commitmentDeadline, closingDate, minShare: '5.00', maxShare: '25.50' },
      shareStep: '0.50',
    })
    const seen = await lena.call('getLoan', { params: { id } })
    expect(seen).toMatchObject({
      ...{ commitmentDeadline, closingDate, minShare: '5.00', maxShare: '25.50' },
      takesCommitments: 'true',
    })
    expect(seen).not.toHaveProperty('shareStep')
    const nothing = {
      ...{ commitmentDeadline: null, closingDate: null, minShare: null, maxShare: null },
      shareStep: null,
    }
    const cleared = await olga.call('updateDeal', { params: { id }, body: nothing })
    expect(cleared.settings).toEqual({ ...nothing, shareStep: '0.01' })
  })

  it('keep the fields that a change omits, and are on record', async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    await olga.call('updateDeal', { params, body: { minShare: '5' } })
    await olga.call('updateDeal', { params, body: { maxShare: '40' } })
    const { settings } = await olga.call('updateDeal', { params, body: {} })
    expect([settings.minShare, settings.maxShare]).toEqual(['5.00', '40.00'])
    const entries = await desk.rows(
      `select before, after, actor_id from audit where kind = 'dealSettingsChanged' and loan_id = $1 order by at`,
      [loan.id],
    )
    expect(entries).toEqual([
      { before: { minShare: null }, after: { minShare: '5.00' }, actor_id: olga.id },
      { before: { maxShare: null }, after: { maxShare: '40.00' }, actor_id: olga.id },
    ])
  })

  it('make a new version of the loan only if its own dates change', async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    const limited = await olga.call('updateDeal', { params, body: { minShare: '5' } })
    expect(limited.loan.version).toBe(loan.version)
    const body = { commitmentDeadline: daysAhead(3) }
    const dated = await olga.call('updateDeal', { params, body })
    expect(dated.loan.version).toBe(String(Number(loan.version) + 1))
    const stale = { params, body: { title: 'Pier 5', version: loan.version } }
    expect(readRefusal(await olga.send('updateLoan', stale)).code).toBe('changed_meanwhile')
  })

  it('refuse shares with three decimals, of zero, negative, above 100, and in other notations', async () => {
    const { id } = await desk.makeLoan()
    for (const share of ['5.125', '0', '-5', '100.01', 'NaN', '1e2', '5%', 5])
      for (const field of ['minShare', 'maxShare'])
        expect(await refused(id, { [field]: share }), `${field} ${share}`).toEqual([
          ...[400, 'invalid'],
          { [field]: expect.any(String) },
        ])
    for (const shareStep of ['0.02', '0', '2', '-0.01', '0.010', 'NaN', 0.25])
      expect(await refused(id, { shareStep }), String(shareStep)).toEqual([
        ...[400, 'invalid'],
        { shareStep: expect.any(String) },
      ])
  })

  it('refuse a minimum above the maximum, sent together or one after the other', async () => {
    const { id } = await desk.makeLoan()
    const above = [400, 'invalid', { minShare: "Minimum share can't be above the maximum" }]
    expect(await refused(id, { minShare: '25.01', maxShare: '25' })).toEqual(above)
    await olga.call('updateDeal', { params: { id }, body: { maxShare: '25' } })
    expect(await refused(id, { minShare: '25.01' })).toEqual(above)
    expect((await change(id, { minShare: '25' })).status).toBe(200)
    expect(await refused(id, { maxShare: '24.99' })).toEqual(above)
  })

  it('refuse a deadline in the past, too far ahead, or that is no time', async () => {
    const { id } = await desk.makeLoan()
    for (const commitmentDeadline of [
      ...[daysAhead(-1), daysAhead(800), '2027-02-31T12:00:00Z', 'tomorrow', '2027-01-31'],
    ])
      expect(await refused(id, { commitmentDeadline }), commitmentDeadline).toEqual([
        ...[400, 'invalid'],
        { commitmentDeadline: expect.any(String) },
      ])
  })

  it('refuse a closing day before the day of the deadline', async () => {
    const { id } = await desk.makeLoan()
    const early = { commitmentDeadline: daysAhead(10), closingDate: dayOf(daysAhead(8)) }
    expect(await refused(id, early)).toEqual([
      ...[400, 'invalid'],
      { closingDate: "Closing can't be before the day of the commitment deadline" },
    ])
    expect((await change(id, { closingDate: dayOf(daysAhead(8)) })).status).toBe(200)
    const { commitmentDeadline } = early
    expect((await refused(id, { commitmentDeadline }))[0]).toBe(400)
    expect((await refused(id, { closingDate: '2027-02-31' }))[0]).toBe(400)
  })

  it('can be changed after the deadline, except to a deadline in the past', async () => {
    const { id } = await desk.makeLoan()
    await desk.rows('update loans set commitment_deadline = $2 where id = $1', [id, daysAhead(-1)])
    expect((await change(id, { minShare: '5' })).status).toBe(200)
    expect((await change(id, { commitmentDeadline: daysAhead(1) })).status).toBe(200)
  })

  it('follow the stage of the book', async () => {
    const { id } = await desk.makeLoan()
    const stage = (name: string) =>
      desk.rows('update loans set book_stage = $2 where id = $1', [id, name])
    await stage('offered')
    expect((await refused(id, { minShare: '5' })).slice(0, 2)).toEqual([409, 'round_running'])
    expect((await change(id, { commitmentDeadline: daysAhead(1) })).status).toBe(200)
    await stage('closed')
    expect((await refused(id, { shareStep: '1' })).slice(0, 2)).toEqual([409, 'deal_closed'])
    expect((await refused(id, { commitmentDeadline: null })).slice(0, 2)).toEqual([
      ...[409, 'deal_closed'],
    ])
  })

  it('are private to administrators', async () => {
    const { id } = await desk.makeLoan()
    for (const [caller, status] of [
      ...([
        [desk.visitor(), 401],
        [await desk.makePending(), 403],
        [lena, 403],
      ] as const),
    ]) {
      const replies = [
        await caller.send('getDeal', { params: { id } }),
        await caller.send('updateDeal', { params: { id }, body: { minShare: '5' } }),
        await caller.send('setHold', { params: { id }, body: { percentage: '5' } }),
      ]
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status])
    }
  })
})
