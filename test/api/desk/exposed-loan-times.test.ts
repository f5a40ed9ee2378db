import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('returns when each loan was published and when its book last changed', async () => {
  const [admin, lender] = [await desk.makeAdmin(), await desk.makeLender()]
  const draft = await desk.makeLoan({ title: 'Timed', isDraft: 'true' })
  const params = { id: draft.id }
  const read = async () => (await admin.call('listExposedLoans')).find(({ id }) => id === draft.id)
  expect(await read()).toBeUndefined()
  await admin.call('publishLoan', { params, body: {} })
  const published = await read()
  expect(published?.publishedAt).toMatch(/Z$/)
  expect((published?.publishedAt ?? '') > draft.createdAt).toBe(true)
  expect(published?.movedAt).toBeNull()
  const { id } = await desk.makeCommitment(lender, draft, { percentage: '5', isSoftCommit: 'true' })
  const acts = [
    () => lender.call('changeCommitment', { params: { id }, body: { percentage: '6' } }),
    () => lender.call('makeCommitmentBinding', { params: { id }, body: {} }),
    () => admin.call('releaseCommitment', { params: { id }, body: { reason: 'Asked.' } }),
  ]
  let last = (await read())?.movedAt ?? ''
  expect(last > (published?.publishedAt ?? '')).toBe(true)
  for (const act of acts) {
    await act()
    const moved = (await read())?.movedAt ?? ''
    expect(moved > last).toBe(true)
    last = moved
  }
  await admin.call('updateLoan', { params, body: { title: 'Timed again' } })
  expect((await read())?.movedAt).toBe(last)
  expect((await read())?.publishedAt).toBe(published?.publishedAt)
})

it('estimates maturities from the day in the configured time zone, which is behind UTC in the evening', async () => {
  const [admin, lender] = [await desk.makeAdmin(), await desk.makeLender()]
  const loan = await desk.makeLoan({ title: 'Late', term: '12' })
  await desk.makeCommitment(lender, loan, { percentage: '10' })
  const newYear = new Date().getUTCFullYear() + 1
  // 10:00 PM on December 31 in New York.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(newYear, 0, 1, 3) })
  try {
    const query = { maturity: String(newYear) }
    const [exposure, own, listed] = await Promise.all([
      admin.call('getExposure'),
      lender.call('getConcentration'),
      admin.call('listExposedLoans', { query }),
    ])
    expect(exposure.byMaturity.map(({ key }) => key)).toEqual([String(newYear)])
    expect(own.byMaturity.map(({ name }) => name)).toEqual([`Q4 ${newYear}`])
    expect(listed.map(({ id }) => id)).toContain(loan.id)
  } finally {
    vi.useRealTimers()
  }
})
