/** Writes calendar files (RFC 5545) with the few properties that every calendar program reads alike. */

export interface CalendarEvent {
  uid: string
  /** Raised with every change. Otherwise, a program could keep the event that it has. */
  sequence: number
  /** A day belongs to no time zone. A moment is in UTC. */
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
  // Deadlines leave their readers free for meetings.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** The end of an all-day event is the next day, because ends are exclusive. */
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

/** Such as "20261205T220000Z". */
const utcText = (time: Date) => `${compact(time.toISOString()).slice(0, 15)}Z`

const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')

/** The longest line, in bytes of UTF-8. A continuation starts with a space, which counts. */
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
