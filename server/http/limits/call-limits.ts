/**
 * Rate limits per account for calls that change data. They stop programs that run in a loop but don't affect people.
 * Counts are kept in memory (decision 13). `throttle.ts` limits guesses and floods from callers who aren't signed in.
 */
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { CallLimit } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { tooMany } from '#server/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const callLimits: Record<CallLimit, { calls: number; minutes: number; words: string }> = {
  commitments: {
    calls: 600,
    minutes: 10,
    words: "You've made too many commitments in a short time.",
  },
  messages: {
    calls: 300,
    minutes: 10,
    words: "You've sent too many messages in a short time.",
  },
  favorites: {
    calls: 600,
    minutes: 10,
    words: "You've changed your favorites too often in a short time.",
  },
  resetLinks: {
    calls: 30,
    minutes: 60,
    words: "You've created too many reset links in a short time.",
  },
  changes: {
    calls: 600,
    minutes: 10,
    words: "You've made too many changes in a short time.",
  },
}

/** The number of accounts tracked for each limit. Beyond this number, the least recently active account is dropped. */
const accounts = 10_000

export type CountCall = (request: FastifyRequest, limit: CallLimit) => Promise<void>

export async function openCallLimits(
  app: FastifyInstance,
  { rateLimit: isOn }: Pick<Config, 'rateLimit'>,
): Promise<CountCall> {
  if (!isOn) return async () => {}
  // Only the plugin's counters are used. None of its hooks are installed, so it sets no headers.
  await app.register(rateLimit, { global: false })
  const counterOf = (limit: CallLimit) => {
    const { calls, minutes } = callLimits[limit]
    const options: RateLimitOptions = {
      max: calls,
      timeWindow: minutes * 60_000,
      cache: accounts,
      keyGenerator: ({ principal }) => principal?.account.id ?? '',
    }
    return app.createRateLimit(options)
  }
  const counters: Record<CallLimit, ReturnType<typeof counterOf>> = {
    commitments: counterOf('commitments'),
    messages: counterOf('messages'),
    favorites: counterOf('favorites'),
    resetLinks: counterOf('resetLinks'),
    changes: counterOf('changes'),
  }
  return async (request, limit) => {
    const counted = await counters[limit](request)
    if (counted.isAllowed || !counted.isExceeded) return
    const minutes = Math.ceil(counted.ttlInSeconds / 60)
    const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
    throw tooMany(`${callLimits[limit].words} Try again in ${wait}.`, counted.ttlInSeconds)
  }
}
