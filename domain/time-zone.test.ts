import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayAt, deskZoneName, isTimeZone, localTimeOf, momentAt } from './time-zone.ts'

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'UTC',
] as const
const zone = fc.constantFrom(...zones)
/** Dates from 2000 to 2050, because some historical offsets include seconds. */
const moment = fc
  .integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2050, 0) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString())

test('names a time zone', () => {
  expect(['America/New_York', 'America/Phoenix', 'UTC'].map((each) => deskZoneName(each))).toEqual([
    'Eastern Time',
    'Mountain Standard Time',
    'UTC',
  ])
})

test('accepts time zone names, but rejects offsets and other text', () => {
  for (const name of [...zones, 'America/Argentina/Buenos_Aires', 'EST5EDT'])
    expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', 'New York', 'America/Gotham', '-05:00', '+0500', 'local'])
    expect(isTimeZone(name), name).toBe(false)
})

describe('a moment and its local time', () => {
  it.each([
    ['America/New_York', '2026-12-05T17:00', '2026-12-05T22:00:00.000Z'],
    ['America/New_York', '2026-07-05T17:00', '2026-07-05T21:00:00.000Z'],
    ['America/Los_Angeles', '2026-12-05T17:00', '2026-12-06T01:00:00.000Z'],
    ['Asia/Kolkata', '2026-12-05T17:00', '2026-12-05T11:30:00.000Z'],
    ['Pacific/Auckland', '2026-12-05T17:00', '2026-12-05T04:00:00.000Z'],
    ['UTC', '2026-12-05T00:00', '2026-12-05T00:00:00.000Z'],
  ])('converts between local time and UTC in %s: %s is %s', (name, local, at) => {
    expect(momentAt(local, name)).toBe(at)
    expect(localTimeOf(at, name)).toBe(local)
    expect(dayAt(new Date(at), name)).toBe(local.slice(0, 10))
  })

  it.each([
    // The clock jumps from 2:00 AM to 3:00 AM, so 2:30 AM is read as 3:30 AM.
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z', '2027-03-14T03:30'],
    ['Europe/Berlin', '2027-03-28T02:00', '2027-03-28T01:00:00.000Z', '2027-03-28T03:00'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', '2026-10-04T02:45'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z', '2011-12-31T12:00'],
  ])('moves a local time forward if clocks in %s skip it: %s', (name, local, at, shown) => {
    expect(momentAt(local, name)).toBe(at)
    expect(localTimeOf(at, name)).toBe(shown)
  })

  it.each([
    [
      'America/New_York',
      '2026-11-01T01:30',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    [
      'Pacific/Auckland',
      '2027-04-04T02:59',
      '2027-04-03T13:59:00.000Z',
      '2027-04-03T14:59:00.000Z',
    ],
  ])('picks the earlier UTC time when clocks in %s repeat %s', (name, local, first, second) => {
    expect(momentAt(local, name)).toBe(first)
    for (const at of [first, second]) expect(localTimeOf(at, name)).toBe(local)
  })

  it('returns the original time, or its first occurrence in a repeated hour, after converting UTC to local time and back', () => {
    fc.assert(
      fc.property(moment, zone, (at, name) => {
        const again = momentAt(localTimeOf(at, name), name)
        const earlierMs = Date.parse(at) - Date.parse(again)
        expect(localTimeOf(again, name)).toBe(localTimeOf(at, name))
        expect([0, 30, 60]).toContain(earlierMs / 60_000)
      }),
      { numRuns: 2000 },
    )
  })

  it('never converts a later local time to an earlier UTC time, except in a repeated hour', () => {
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: 61, max: 10_000 }), (at, name, minutes) => {
        const later = new Date(Date.parse(at) + minutes * 60_000).toISOString()
        const [one, other] = [at, later].map((each) => momentAt(localTimeOf(each, name), name))
        expect(String(one) < String(other)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
