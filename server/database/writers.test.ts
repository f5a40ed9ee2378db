import { expect, it } from 'vitest'
import { StandbyAwayError } from './standby.ts'
import { Writers, WritersBusyError } from './writers.ts'

it('gives turns in the order of asking, as many at once as there are', async () => {
  const writers = new Writers(2, 60_000)
  const order: number[] = []
  const enter = (number: number) => writers.enter().then(() => order.push(number))
  await Promise.all([enter(1), enter(2)])
  const later = [enter(3), enter(4)]
  writers.leave()
  await later[0]
  expect(order).toEqual([1, 2, 3])
  writers.leave()
  await later[1]
  expect(order).toEqual([1, 2, 3, 4])
})

it('refuses a caller that waits too long, and gives the turn to the next one', async () => {
  const writers = new Writers(1, 10)
  await writers.enter()
  await expect(writers.enter()).rejects.toThrow(WritersBusyError)
  const next = writers.enter()
  writers.leave()
  await next
})

it('refuses all who wait when told to', async () => {
  const writers = new Writers(1, 60_000)
  await writers.enter()
  const waiting = [writers.enter(), writers.enter()]
  writers.refuseWaiting(new StandbyAwayError())
  for (const each of waiting) await expect(each).rejects.toThrow(StandbyAwayError)
  writers.leave()
  await writers.enter()
})
