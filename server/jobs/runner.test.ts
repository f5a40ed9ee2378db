import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { startJob, startJobs, type Job } from './runner.ts'

const longMs = 3_600_000
const quiet = { warn: () => {} }

const jobOf = (run: () => Promise<boolean>, parts: Partial<Job> = {}): Job => ({
  name: 'sweeping',
  everyMs: longMs,
  steps: [{ run, failure: 'It could not be swept' }],
  ...parts,
})

it('runs a job at its interval, and also at startup if configured', async () => {
  const run = vi.fn(async () => false)
  const later = startJob(jobOf(run), quiet)
  expect(run).not.toHaveBeenCalled()
  await later.stop()
  const often = startJob(jobOf(run, { everyMs: 1, atStart: true }), quiet)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3))
  await often.stop()
})

it('runs a job again while work remains or when requested, but never concurrently', async () => {
  let left = 3
  let running = 0
  let max = 0
  const run = vi.fn(async () => {
    max = Math.max(max, (running += 1))
    await sleep(1)
    running -= 1
    return (left -= 1) > 0
  })
  const job = startJob(jobOf(run, { everyMs: 1, atStart: true }), quiet)
  job.kick()
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3))
  await job.stop()
  expect(max).toBe(1)
  const made = run.mock.calls.length
  job.kick()
  expect(run).toHaveBeenCalledTimes(made)
})

it('reports a failed step of a job, continues with the next step, and retries in the next round', async () => {
  const said: unknown[] = []
  const log = { warn: (_fields: unknown, words?: string) => void said.push(words) }
  const first = vi.fn(async () => {
    throw new Error('No broom')
  })
  const second = vi.fn(async () => false)
  const steps = [
    { run: first, failure: 'It could not be swept' },
    { run: second, failure: 'It could not be wiped' },
  ]
  const job = startJob({ name: 'cleaning', everyMs: 1, steps }, log)
  await vi.waitFor(() => expect(first.mock.calls.length).toBeGreaterThan(1))
  await job.stop()
  expect(second).toHaveBeenCalledTimes(first.mock.calls.length)
  expect(new Set(said)).toEqual(new Set(['It could not be swept']))
})

it("finishes a stopped job's current step, runs the job once more if configured, and then closes the job", async () => {
  const order: string[] = []
  let finish = () => {}
  const run = vi.fn(async () => {
    if (run.mock.calls.length === 1) await new Promise<void>((resolve) => (finish = resolve))
    order.push('step')
    return run.mock.calls.length < 4
  })
  const close = () => void order.push('closed')
  const job = startJob(jobOf(run, { atStart: true, atStop: true, close }), quiet)
  const stopped = job.stop()
  finish()
  await stopped
  expect(order).toEqual(['step', 'step', 'step', 'step', 'closed'])
})

it('abandons the current step of a job if stopping the job takes longer than the limit', async () => {
  const closed = vi.fn()
  const never = () => new Promise<boolean>(() => {})
  await startJob(jobOf(never, { atStart: true, stopMs: 1, close: closed }), quiet).stop()
  expect(closed).toHaveBeenCalledOnce()
})

it('starts several jobs, runs one of them early by name, and stops them all', async () => {
  const [one, other] = [vi.fn(async () => false), vi.fn(async () => false)]
  const jobs = startJobs([jobOf(one, { name: 'one' }), jobOf(other, { name: 'other' })], quiet)
  jobs.kick('one')
  await jobs.stop()
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
})

it("waits between a job's rounds so that several requests to run the job share one round", async () => {
  const run = vi.fn(async () => false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const job = startJob(jobOf(run, { restMs: 300 }), quiet)
    job.kick()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(1)
    for (let kicks = 0; kicks < 5; kicks += 1) job.kick()
    await vi.advanceTimersByTimeAsync(299)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(300)
    job.kick()
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(3)
    job.kick()
    await job.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(run).toHaveBeenCalledTimes(3)
  } finally {
    vi.useRealTimers()
  }
})
