import { dayAt, deskZone } from '#domain/time-zone.ts'

const dayMs = 86_400_000

/** Describes a moment or a day, such as "8 days left", "today" or "2 days ago". Counts days in the configured time zone. */
export function describeTimeLeft(when: string, now = new Date(), zone = deskZone()): string {
  const day = when.length === 10 ? when : dayAt(new Date(when), zone)
  const days = Math.round((Date.parse(day) - Date.parse(dayAt(now, zone))) / dayMs)
  if (days === 0) return when.length > 10 && new Date(when) <= now ? 'passed today' : 'today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `${count} left` : `${count} ago`
}
