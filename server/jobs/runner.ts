/** Runs background jobs, each at its own interval and never twice at the same time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { apartFromCalls } from '#server/live/named-topics.ts'
import { isStandbyAway } from '#server/errors.ts'
import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  name: string
  everyMs: number
  /** The steps of each round, in order. If a step fails, the next step still runs. */
  steps: JobStep[]
  atStart?: true
  /** If true, the steps run once more when the job is stopped so that no work remains. */
  atStop?: true
  /** The minimum time between a round and a round started by `kick`. Several calls within this time share a round. */
  restMs?: number
  stopMs?: number
  close?: () => void
}

interface JobStep {
  /**
   * Performs a unit of work and returns true if there is more. Several processes can run a step at the same time,
   * because each process claims one row at a time.
   */
  run: () => Promise<boolean>
  failure: string
}

export interface RunningJob {
  /** Runs a round immediately. If a round is in progress or has just ended, another round follows. */
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
        // The pool logs this error once for all blocked work, so it isn't logged here.
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
    // The request that calls `kick` doesn't wait for the round.
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

/** Starts jobs. All jobs are stopped at the same time, because they don't depend on each other. */
export function startJobs(jobs: Job[], log: Log): RunningJobs {
  const running = new Map(jobs.map((job) => [job.name, startJob(job, log)]))
  return {
    kick: (name) => running.get(name)?.kick(),
    stop: async () => {
      await Promise.all([...running.values()].map((job) => job.stop()))
    },
  }
}
