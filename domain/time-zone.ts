/** Converts between UTC and local times, using the runtime's time zone database. */

export const defaultTimeZone = 'America/New_York'

/** Accepts names such as "America/Chicago" and "UTC". Rejects offsets, because they ignore daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return partsFormat(text) !== undefined
  } catch {
    return false
  }
}

/** The time zone is set only once: when the server starts or when a page loads. */
let zoneOfDesk = defaultTimeZone
export const deskZone = (): string => zoneOfDesk
export function setDeskZone(zone: string): void {
  zoneOfDesk = zone
}

/** The name of the configured time zone, such as "Eastern Time", or its identifier if it has no name. */
export function deskZoneName(zone = deskZone()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = parts.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone
  return name.startsWith('GMT') ? zone : name
}

/** Formats are created on first use, because each `Intl.DateTimeFormat` takes megabytes of memory. */
const partsFormats = new Map<string, Intl.DateTimeFormat>()
function partsFormat(zone: string): Intl.DateTimeFormat {
  const known = partsFormats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  partsFormats.set(zone, format)
  return format
}

/** The local time in a zone, such as "2026-12-05T17:00:00". */
function clockAt(time: number, zone: string): string {
  const parts = Object.fromEntries(
    partsFormat(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** The local date and time in the format of a `datetime-local` input, such as "2026-12-05T17:00". */
export const localTimeOf = (moment: string, zone = deskZone()): string =>
  clockAt(Date.parse(moment), zone).slice(0, 16)

/** The local date in a zone, such as "2026-12-05". */
export const dayAt = (time: Date, zone = deskZone()): string =>
  clockAt(time.getTime(), zone).slice(0, 10)

const offsetMs = (time: number, zone: string): number => {
  const seconds = Math.floor(time / 1000) * 1000
  return Date.parse(`${clockAt(seconds, zone)}Z`) - seconds
}

/** More than the largest offset change: 24 hours, when Samoa crossed the date line. */
const nearbyMs = 36 * 3_600_000

/**
 * The UTC time for a local time such as "2026-12-05T17:00". A local time that daylight saving time skips moves forward
 * (2:30 AM becomes 3:30 AM). If a local time occurs twice, the first occurrence is returned.
 */
export function momentAt(local: string, zone = deskZone()): string {
  const wall = Date.parse(`${local}Z`)
  // The offsets before and after a nearby clock change. Without a change, they are equal.
  const [before, after] = [offsetMs(wall - nearbyMs, zone), offsetMs(wall + nearbyMs, zone)]
  const found = [wall - before, wall - after].find((time) => time + offsetMs(time, zone) === wall)
  return new Date(found ?? wall - before).toISOString()
}
