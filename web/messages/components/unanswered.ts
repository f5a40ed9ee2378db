import type { Message } from '#contract/messages/shapes.ts'
import type { Thread } from './threads.ts'

/** A lender's oldest question without a later answer, or null. */
export function oldestUnanswered({ lender, messages }: Thread): Message | null {
  if (!lender) return null
  const answered = messages.findLastIndex(({ isAdmin }) => isAdmin === 'true')
  return messages[answered + 1] ?? null
}

/** Example: "waiting 3 days". Null for less than a minute. */
export function describeWait(since: string, now: number): string | null {
  const minutes = Math.floor((now - Date.parse(since)) / 60_000)
  if (minutes < 1) return null
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 24 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / (24 * 60)), 'day']
  return `waiting ${count} ${unit}${count === 1 ? '' : 's'}`
}
