import { expect, it } from 'vitest'
import {
  closeInTime,
  mailStopMs,
  postgresStopMs,
  stopLimitsMs,
  wholeStopMs,
  workerStopMs,
} from './stop-limits.ts'

function listen() {
  const lines: unknown[][] = []
  const add = (...line: unknown[]) => void lines.push(line)
  return { lines, log: { warn: add, error: add } }
}

it('gives each stage of a shutdown a longer limit than the stages within it', () => {
  const { requests, jobs, connections, workers, database } = stopLimitsMs
  expect(jobs).toBeGreaterThan(mailStopMs)
  expect(workerStopMs).toBeGreaterThan(requests + jobs + connections)
  expect(workers).toBeGreaterThan(workerStopMs)
  expect(database).toBeGreaterThan(
    postgresStopMs.SIGINT + postgresStopMs.SIGQUIT + postgresStopMs.SIGKILL,
  )
  expect(wholeStopMs).toBeGreaterThan(jobs + workers + connections + database)
})

it('stops waiting for a part of the server that takes too long to close, and reports the part', async () => {
  const { lines, log } = listen()
  const neverClosed = () => new Promise(() => {})
  await closeInTime('requests', neverClosed, { log, limitMs: 1 })
  expect(lines).toEqual([
    [{ part: 'requests', limitMs: 1 }, expect.stringMatching(/^Requests took too long/)],
  ])
})

it('reports nothing for a part of the server that closes in time', async () => {
  const { lines, log } = listen()
  await closeInTime('jobs', async () => {}, { log })
  expect(lines).toEqual([])
})

it("closes the server's remaining parts after one fails to close, and reports the failure", async () => {
  const { lines, log } = listen()
  const error = new Error('No')
  await closeInTime('database', () => Promise.reject(error), { log })
  expect(lines).toEqual([[{ err: error, part: 'database' }, 'While stopping']])
})
