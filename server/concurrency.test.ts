import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency } from './concurrency.ts'

it('runs as many at once as allowed, and eventually all of them', async () => {
  const inTurn = limitConcurrency({ atOnce: 2 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
    return 'done'
  }
  const all = await Promise.all(Array.from({ length: 7 }, () => inTurn(work)))
  expect(all).toHaveLength(7)
  expect(most).toBe(2)
})

it('continues with the next when one fails', async () => {
  const inTurn = limitConcurrency({ atOnce: 1 })
  const failing = inTurn(() => Promise.reject(new Error('It broke')))
  await expect(failing).rejects.toThrow('It broke')
  expect(await inTurn(async () => 'done')).toBe('done')
})

it('refuses work when too much waits, or when it waits too long', async () => {
  const refusal = () => new Error('Busy')
  const patience = { mostWaiting: 1, longestWaitMs: 1, refusal }
  const inTurn = limitConcurrency({ atOnce: 1, patience })
  let end = (_result: string) => {}
  const work = new Promise<string>((resolve) => {
    end = resolve
  })
  const first = inTurn(() => work)
  const second = inTurn(async () => 'too late')
  await expect(inTurn(async () => 'too many')).rejects.toThrow('Busy')
  await expect(second).rejects.toThrow('Busy')
  end('first')
  expect(await first).toBe('first')
  expect(await inTurn(async () => 'next')).toBe('next')
})
