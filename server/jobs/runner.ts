/** Runs what a process does beside its requests: each job at an interval, never twice at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { apartFromCalls } from '#server/live/named-topics.ts'
import { isStandbyAway } from '#server/errors.ts'
import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  name: string
  everyMs: number
  /** A round takes these one after the other; one that fails does not keep the next from its turn. */
  steps: JobStep[]
  /** Whether it also runs when it is started, and not only an interval later. */
  atStart?: true
  /** Whether it runs once more when it is stopped, so that nothing is left waiting. */
  atStop?: true
  /** The least time between the end of a round and a kicked one, so that a rush of calls shares a round. */
  restMs?: number
  /** For how long a stop waits for the round under way; until it is over unless said otherwise. */
  stopMs?: number
  /** Runs once the job has stopped. */
  close?: () => void
}

interface JobStep {
  /** Does a piece of the work; true when there is more. What several processes do is claimed row by row. */
  run: () => Promise<boolean>
  /** What the log says when it fails. It is tried again in the next round. */
  failure: string
}

export interface RunningJob {
  /** Runs now instead of at the next interval; once more when it is under way, or has just been. */
  kick: () => void
  stop: () => Promise<void>
}

type Log = Pick<FastifyBaseLogger, 'warn'>

export function startJob(job: Job, log: Log): RunningJob {
  let underWay: Promise<void> | null = null
  let isAskedAgain = false
  let isStopping = false
  let endedAt = -Infinity
  let rest: NodeJS.Timeout | undefined

  const runSteps = async (isOver: () => boolean) => {
    for (const { run, failure } of job.steps)
      try {
        while (!isOver() && (await run()));
      } catch (error) {
        // Logged once, by the pool, for all that it keeps from being done.
        if (!isStandbyAway(error)) log.warn({ err: error }, failure)
      }
  }
  const runRound = async () => {
    await runSteps(() => isStopping)
    underWay = null
    endedAt = performance.now()
    if (isAskedAgain) kick()
  }
  const tick = () => {
    // A call that kicks it is not waiting for what it does.
    if (!isStopping) underWay ??= apartFromCalls(runRound)
  }
  const kick = () => {
    isAskedAgain = underWay !== null
    if (isAskedAgain || rest) return
    const waitMs = endedAt + (job.restMs ?? 0) - performance.now()
    if (waitMs <= 0) return tick()
    rest = setTimeout(() => {
      rest = undefined
      tick()
    }, waitMs)
    rest.unref()
  }

  const timer = setInterval(tick, job.everyMs)
  timer.unref()
  if (job.atStart) tick()
  return {
    kick,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      clearTimeout(rest)
      const { stopMs } = job
      await (stopMs === undefined
        ? underWay
        : Promise.race([underWay, sleep(stopMs, undefined, { ref: false })]))
      if (job.atStop) await runSteps(() => false)
      job.close?.()
    },
  }
}

export interface RunningJobs {
  kick: (name: string) => void
  stop: () => Promise<void>
}

/** Starts jobs that are stopped together: at once, since none needs another. */
export function startJobs(jobs: Job[], log: Log): RunningJobs {
  const running = new Map(jobs.map((job) => [job.name, startJob(job, log)]))
  return {
    kick: (name) => running.get(name)?.kick(),
    stop: async () => {
      await Promise.all([...running.values()].map((job) => job.stop()))
    },
  }
}
