import { afterAll, beforeAll, expect, it } from 'vitest'
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
