/**
 * Parses the app's calendar files with Debian's python3-icalendar and python3-vobject in four time zones. Both must
 * read the same days, times, and text. Run `npx tsx test/tools/calendars/run.ts`.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { writeCalendar, type CalendarEvent } from '#server/calendar/ics.ts'

const zones = ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']

const starts: CalendarEvent['start'][] = [
  { day: '2026-12-19' },
  { day: '2026-12-31' },
  { day: '2027-03-14' },
  { day: '2027-03-28' },
  { day: '2027-11-07' },
  { moment: '2027-03-14T06:59:00.000Z' },
  { moment: '2027-03-14T07:00:00.000Z' },
  { moment: '2027-11-07T05:30:00.000Z' },
  { moment: '2027-11-07T06:30:00.000Z' },
]
const events = starts.map((start, place) => ({
  uid: `loan-${place}`,
  sequence: place + 1,
  start,
  summary: `Planned closing: Müller; “Pier 4”, a\\b ${'🏢é'.repeat(30)}`,
  description: 'one\ntwo, three',
  url: 'https://desk.example.com/loans/1',
}))

const later = (text: string, ms: number) => new Date(Date.parse(text) + ms).toISOString()
const expected = events.map(({ uid, sequence, start, summary }) => ({
  ...{ uid, sequence, summary },
  ...('day' in start
    ? { start: start.day, end: later(start.day, 24 * 3_600_000).slice(0, 10) }
    : { start: start.moment, end: later(start.moment, 15 * 60_000) }),
}))

const inOrder = (found: object) => JSON.stringify(Object.entries(found).toSorted())

let failures = 0
for (const zone of zones) {
  // Debian installs the packages for the system's Python.
  const { stdout, stderr, status } = spawnSync(
    '/usr/bin/python3',
    [path.join(import.meta.dirname, 'read.py')],
    {
      input: writeCalendar('Loans', events, new Date('2026-11-27T12:00:00Z')),
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(stderr)
  for (const [reader, found] of Object.entries(JSON.parse(stdout) as Record<string, object[]>)) {
    const wrong = expected.filter((event, place) => inOrder(event) !== inOrder(found[place] ?? {}))
    const isRight = wrong.length === 0 && found.length === expected.length
    if (!isRight) failures += 1
    console.log(`${isRight ? 'right' : 'WRONG'}: ${reader} in ${zone}, ${found.length} events`)
    if (!isRight) console.log(JSON.stringify({ wrong, found }, null, 2))
  }
}
process.exitCode = failures > 0 ? 1 : 0
