import { security } from '#test/support/requirements.ts'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitConcurrency } from './concurrency.ts'

it('limits the number of concurrent operations and eventually runs all of them', async () => {
  const limiter = limitConcurrency({ concurrency: 2 })
  let running = 0
  let max = 0
  const work = async () => {
    running += 1
    max = Math.max(max, running)
    await setImmediate()
    running -= 1
    return 'done'
  }
  const all = await Promise.all(Array.from({ length: 7 }, () => limiter(work)))
  expect(all).toHaveLength(7)
  expect(max).toBe(2)
})

it('continues with the next queued operation after one fails', async () => {
  const limiter = limitConcurrency({ concurrency: 1 })
  const failing = limiter(() => Promise.reject(new Error('It broke')))
  await expect(failing).rejects.toThrow('It broke')
  expect(await limiter(async () => 'done')).toBe('done')
})

it('rejects an operation when the queue is full or the wait is too long', async () => {
  security('15.1.3')
  const refusal = () => new Error('Busy')
  const limiter = limitConcurrency({
    concurrency: 1,
    queue: { maxWaiting: 1, timeoutMs: 1, refusal },
  })
  let end = (_result: string) => {}
  const work = new Promise<string>((resolve) => {
    end = resolve
  })
  const first = limiter(() => work)
  const second = limiter(async () => 'too late')
  await expect(limiter(async () => 'too many')).rejects.toThrow('Busy')
  await expect(second).rejects.toThrow('Busy')
  end('first')
  expect(await first).toBe('first')
  expect(await limiter(async () => 'next')).toBe('next')
})
