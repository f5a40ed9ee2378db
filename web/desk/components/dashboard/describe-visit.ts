import { formatDate } from '#web/time/timestamps.ts'

/** Returns text such as "Since earlier today", "Since yesterday", "Since Tuesday", or "Since Nov 5, 2026". */
export function describeSince(previousAt: string, now = new Date()): string {
  const then = new Date(previousAt)
  const days = Math.round((midnightOf(now) - midnightOf(then)) / 86_400_000)
  if (days <= 0) return 'Since earlier today'
  if (days === 1) return 'Since yesterday'
  return `Since ${days < 7 ? weekdays[then.getDay()] : formatDate(previousAt)}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const midnightOf = (time: Date) =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
