/** Writes calendar files (RFC 5545), using only properties that all calendar programs interpret the same way. */

export interface CalendarEvent {
  uid: string
  /** Increases with every change. Otherwise, a calendar program might keep its outdated copy of the event. */
  sequence: number
  /** A day has no time zone. A moment is a UTC time. */
  start: { day: string } | { moment: string }
  summary: string
  description: string
  url: string
}

const minutes = 15

export function writeCalendar(name: string, events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paripassu//Loan dates//EN',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const eventLines = (event: CalendarEvent, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utcText(now)}`,
  ...timeLines(event.start),
  `SUMMARY:${escapeText(event.summary)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
  `URL:${event.url}`,
  // Calendar programs must not show the user as busy during these events.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** An all-day event ends on the next day, because end dates are exclusive. */
function timeLines(start: CalendarEvent['start']): string[] {
  if ('day' in start) {
    const next = new Date(Date.parse(start.day) + 86_400_000).toISOString().slice(0, 10)
    return [`DTSTART;VALUE=DATE:${compact(start.day)}`, `DTEND;VALUE=DATE:${compact(next)}`]
  }
  const time = Date.parse(start.moment)
  const end = new Date(time + minutes * 60_000)
  return [`DTSTART:${utcText(new Date(time))}`, `DTEND:${utcText(end)}`]
}

const compact = (text: string) => text.replaceAll(/[-:]/g, '')

const utcText = (time: Date) => `${compact(time.toISOString()).slice(0, 15)}Z`

const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')

/** The maximum line length in UTF-8 bytes. It includes the space at the start of a continuation line. */
const maxBytes = 75

function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
