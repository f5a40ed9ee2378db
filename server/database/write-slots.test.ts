import { expect, it } from 'vitest'
import { StandbyAwayError } from './standby.ts'
import { WriteSlots, WriteSlotsBusyError } from './write-slots.ts'

it('grants free write slots in the order in which they were requested', async () => {
  const slots = new WriteSlots(2, 60_000)
  const order: number[] = []
  const enter = (number: number) => slots.enter().then(() => order.push(number))
  await Promise.all([enter(1), enter(2)])
  const later = [enter(3), enter(4)]
  slots.leave()
  await later[0]
  expect(order).toEqual([1, 2, 3])
  slots.leave()
  await later[1]
  expect(order).toEqual([1, 2, 3, 4])
})

it('rejects a caller that waits too long for a write slot, and grants the slot to the next caller', async () => {
  const slots = new WriteSlots(1, 10)
  await slots.enter()
  await expect(slots.enter()).rejects.toThrow(WriteSlotsBusyError)
  const next = slots.enter()
  slots.leave()
  await next
})

it('rejects all callers that are waiting for a write slot while the standby is missing', async () => {
  const slots = new WriteSlots(1, 60_000)
  await slots.enter()
  const waiting = [slots.enter(), slots.enter()]
  slots.refuseWaiting(new StandbyAwayError())
  for (const each of waiting) await expect(each).rejects.toThrow(StandbyAwayError)
  slots.leave()
  await slots.enter()
})
