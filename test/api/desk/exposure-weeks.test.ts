import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExposureWeek } from '#contract/desk/exposure.ts'
import { dayAt, momentAt } from '#domain/time-zone.ts'
import { isAboveZero, sumMoney } from '#domain/money.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
let lender: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', TIME_ZONE: zone })
  ;[admin, lender] = [await desk.makeAdmin(), await desk.makeLender()]
})
afterAll(() => desk.close())

const dayMs = 86_400_000
const zone = 'Pacific/Auckland'
const monday = (weeksAgo: number) => {
  const today = new Date(dayAt(new Date(), zone))
  const sinceMonday = (today.getUTCDay() + 6) % 7
  return new Date(today.getTime() - (sinceMonday + 7 * weeksAgo) * dayMs).toISOString().slice(0, 10)
}

/** Moves a commitment back by weeks of the desk's time zone, whose offset from UTC differs between seasons. */
async function ageBy(id: string, weeks: number) {
  const aged = (column: string) =>
    `${column} = (${column} at time zone '${zone}' - make_interval(weeks => $2)) at time zone '${zone}'`
  const values = [id, weeks]
  await desk.rows(
    `update commitments set ${aged('created_at')}, ${aged('ended_at')} where id = $1`,
    values,
  )
  await desk.rows(`update audit set ${aged('at')} where object_id = $1`, values)
}

const changed = (weeks: ExposureWeek[]) =>
  weeks.filter((week) => week.bindingAmount !== '0.00' || week.softAmount !== '0.00')

it('returns the net change in binding and soft amounts for each of the last 26 weeks', async () => {
  const loan = await desk.makeLoan({ amount: '1000000.00' })
  const old = await desk.makeCommitment(lender, loan, { percentage: '30' })
  await ageBy(old.id, 26)
  const soft = await desk.makeCommitment(lender, loan, { percentage: '10', isSoftCommit: 'true' })
  await ageBy(soft.id, 20)
  const params = { id: soft.id }
  await lender.call('changeCommitment', { params, body: { percentage: '15' } })
  await ageBy(soft.id, 2)
  await lender.call('makeCommitmentBinding', { params, body: { amount: '150000.00' } })
  await ageBy(soft.id, 1)
  await admin.call('releaseCommitment', { params: { id: old.id }, body: { reason: 'Agreed' } })
  const weeks = await admin.call('getExposureWeeks')
  expect(weeks.map((week) => week.monday)).toEqual(
    Array.from({ length: 26 }, (_, place) => monday(25 - place)),
  )
  expect(changed(weeks)).toEqual([
    { monday: monday(23), bindingAmount: '0.00', softAmount: '100000.00' },
    { monday: monday(3), bindingAmount: '0.00', softAmount: '50000.00' },
    { monday: monday(1), bindingAmount: '150000.00', softAmount: '-150000.00' },
    { monday: monday(0), bindingAmount: '-300000.00', softAmount: '0.00' },
  ])
  await desk.rows('delete from loans')
})

it("returns weekly amounts that add up to the exposure, even after a loan's amount changes and cents are reallocated", async () => {
  const moving = await desk.makeLoan({ amount: '1000000.00' })
  await desk.makeCommitment(lender, moving, { percentage: '10', isSoftCommit: 'true' })
  await admin.call('updateLoan', { params: { id: moving.id }, body: { amount: '1234567.89' } })
  const whole = await desk.makeLoan({ amount: '100.02' })
  const held = []
  for (const percentage of ['33', '33', '34'])
    held.push(await desk.makeCommitment(await desk.makeLender(), whole, { percentage }))
  const params = { id: held[0]?.id ?? '' }
  const kinds = await desk.rows<{ kind: string }>('select distinct kind from audit')
  expect(kinds.map(({ kind }) => kind)).toContain('centsPlaced')
  for (let turn = 0; turn < 2; turn += 1) {
    const [weeks, exposure] = [
      await admin.call('getExposureWeeks'),
      await admin.call('getExposure'),
    ]
    expect(sumMoney(weeks.map(({ bindingAmount }) => bindingAmount))).toBe(
      exposure.concentratedAmount,
    )
    expect(sumMoney(weeks.map(({ softAmount }) => softAmount))).toBe(exposure.softAmount)
    expect(isAboveZero(exposure.softAmount)).toBe(true)
    if (turn === 0) await admin.call('releaseCommitment', { params, body: { reason: 'Agreed' } })
  }
})

it("omits a deleted loan's commitments from the weekly exposure, and rejects a lender's request for the weekly exposure", async () => {
  await desk.rows('delete from loans')
  expect(changed(await admin.call('getExposureWeeks'))).toEqual([])
  expect((await lender.send('getExposureWeeks')).status).toBe(403)
})

it("starts each week of the exposure report at midnight in the desk's time zone", async () => {
  const loan = await desk.makeLoan({ amount: '1000.00' })
  const held = await desk.makeCommitment(lender, loan, { percentage: '10' })
  const midnight = momentAt(`${monday(1)}T00:00`, zone)
  const weekOf = async (seconds: number) => {
    await desk.rows(
      `update commitments set created_at = $2::timestamptz + make_interval(secs => $3) where id = $1`,
      [held.id, midnight, seconds],
    )
    return changed(await admin.call('getExposureWeeks'))
  }
  expect(await weekOf(-1)).toEqual([
    { monday: monday(2), bindingAmount: '100.00', softAmount: '0.00' },
  ])
  expect(await weekOf(0)).toEqual([
    { monday: monday(1), bindingAmount: '100.00', softAmount: '0.00' },
  ])
  await desk.rows('delete from loans')
})
