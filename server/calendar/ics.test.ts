import { spawnSync } from 'node:child_process'
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { writeCalendar, type CalendarEvent } from './ics.ts'

const now = new Date('2026-11-27T12:00:00Z')
const event = (fields: Partial<CalendarEvent>): CalendarEvent => ({
  uid: 'a-closing',
  sequence: 3,
  start: { day: '2026-12-19' },
  summary: 'Planned closing: Harbor Street',
  description: '$1,250,000 at 7.25% for 24 months',
  url: 'https://desk.example.com/loans/1',
  ...fields,
})

/** On all of these days except Dec 31, clocks change in New York (Mar 14, Nov 7), Berlin, or Auckland. */
const days = ['2026-12-31', '2027-03-14', '2027-03-28', '2027-04-04', '2027-09-26', '2027-11-07']
const moments = [
  '2027-03-14T06:59:00.000Z',
  '2027-03-14T07:00:00.000Z',
  '2027-11-07T05:30:00.000Z',
  '2027-11-07T06:30:00.000Z',
  '2027-04-03T14:30:00.000Z',
]
// The text has no backslash before an n, which node-ical 0.26.0 reads as a line break (findings/).
const odd = String.raw`Äpfel; "Öl", a\b — ${'🏢é'.repeat(30)}`

const events = [
  ...days.map((day) => event({ uid: `day-${day}`, start: { day } })),
  ...moments.map((moment) => event({ uid: `moment-${moment}`, start: { moment } })),
  event({ uid: 'odd', summary: odd, description: `one\ntwo, three\r\nfour; ${odd}` }),
]

function readIn(zone: string, file: string) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(projectRoot, 'test/support/calendar-readers.mjs')],
    { input: file, env: { ...process.env, TZ: zone }, encoding: 'utf8', cwd: projectRoot },
  )
  expect(stderr).toBe('')
  return Object.entries(JSON.parse(stdout) as Record<string, Record<string, unknown>[]>)
}

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const later = (moment: string) => new Date(Date.parse(moment) + 15 * 60_000).toISOString()

it.each(['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'])(
  'writes calendar files that two libraries read correctly in the time zone %s',
  (zone) => {
    const file = writeCalendar('Loans', events, now)
    for (const [reader, found] of readIn(zone, file))
      expect(found, reader).toEqual(
        events.map(({ start, ...rest }) => ({
          ...rest,
          description: rest.description.replaceAll('\r\n', '\n'),
          ...('day' in start
            ? { start: start.day, end: nextDay(start.day) }
            : { start: start.moment, end: later(start.moment) }),
        })),
      )
  },
)

describe('a calendar file', () => {
  it('writes calendar dates without a time zone and calendar times in UTC', () => {
    const file = writeCalendar(
      'Loans',
      [event({}), event({ start: { moment: moments[0] ?? '' } })],
      now,
    )
    expect(file).toContain('DTSTART;VALUE=DATE:20261219\r\nDTEND;VALUE=DATE:20261220\r\n')
    expect(file).toContain('DTSTART:20270314T065900Z\r\nDTEND:20270314T071400Z\r\n')
    expect(file).not.toMatch(/TZID|VTIMEZONE|RRULE/)
  })

  it('folds calendar file lines at 75 bytes without splitting characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (summary) => {
        const file = writeCalendar('Loans', [event({ summary })], now)
        expect(file.endsWith('\r\n')).toBe(true)
        const lines = file.slice(0, -2).split('\r\n')
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n\0]/)
          expect(line.isWellFormed()).toBe(true)
        }
        expect(file.replaceAll('\r\n ', '').split('\r\n')).toHaveLength(19)
      }),
    )
  })

  it('preserves backslashes in calendar text', () => {
    const summary = String.raw`\n \N \\n C:\new`
    const read = Object.fromEntries(
      readIn('UTC', writeCalendar('Loans', [event({ summary })], now)),
    )
    expect(read['ical.js']).toMatchObject([{ summary }])
  })

  it('prevents text from adding lines or properties to a calendar file', () => {
    const file = writeCalendar(
      'Loans',
      [event({ summary: 'a\r\nEND:VEVENT\nRRULE:x\r\u0085y\0' })],
      now,
    )
    expect(file).toContain(String.raw`SUMMARY:a\nEND:VEVENT\nRRULE:x\n y` + ' \r\n')
    expect(file.match(/^END:VEVENT/gm)).toHaveLength(1)
  })
})
