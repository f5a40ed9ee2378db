import { expect, it } from 'vitest'
import { setImmediate } from 'node:timers/promises'
import { takeTurns } from './turns.ts'

/** Work that ends when it is told to, and counts how much of it runs together. */
function someWork() {
  const open: (() => void)[] = []
  let most = 0
  let running = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => open.push(resolve))
    running -= 1
  }
  const endAll = async () => {
    for (let end = open.shift(); end; end = open.shift()) {
      end()
      await setImmediate()
    }
  }
  return { work, endAll, most: () => most }
}

it('runs as many at once as it may, and all of them in the end', async () => {
  const inTurn = takeTurns({ atOnce: 2 })
  const { work, endAll, most } = someWork()
  const all = Promise.all(Array.from({ length: 7 }, () => inTurn(work)))
  await endAll()
  await all
  expect(most()).toBe(2)
})

it('passes the turn on when work fails', async () => {
  const inTurn = takeTurns({ atOnce: 1 })
  const failing = inTurn(() => Promise.reject(new Error('It broke')))
  await expect(failing).rejects.toThrow('It broke')
  expect(await inTurn(async () => 'done')).toBe('done')
})

it('turns away who comes when too many wait, or waits too long', async () => {
  const refusal = () => new Error('Busy')
  const inTurn = takeTurns({
    atOnce: 1,
    patience: { mostWaiting: 1, longestWaitMs: 1, refusal },
  })
  const { work, endAll } = someWork()
  const first = inTurn(work)
  const second = inTurn(work)
  await expect(inTurn(work)).rejects.toThrow('Busy')
  await expect(second).rejects.toThrow('Busy')
  await endAll()
  await first
  expect(await inTurn(async () => 'done')).toBe('done')
})
