import { expect, it } from 'vitest'
import { describeUnreadable, readCell } from './cells.ts'

it.each([
  ['$1,250,000.00', '1250000'],
  ['1250000', '1250000'],
  ['USD 12,500.5', '12500.5'],
  [' 1,250.5000 USD', '1250.50'],
  ['1250000.', '1250000'],
  ['1250000.000', '1250000'],
  ['12 000', '12000'],
])('parses the imported text %s as an amount', (text, figure) => {
  expect(readCell('money', text)).toBe(figure)
})

it.each(['12,50', '1.250.000,00', '1,25', '(1,000)', '$1.2M', '=1+1', '12 00', '€5'])(
  'keeps %s as a string so that validation rejects it as an amount',
  (text) => {
    expect(readCell('money', text)).toBe(text)
  },
)

it.each([
  ['7.25%', '7.25'],
  ['7.25 %', '7.25'],
  ['7.2500', '7.25'],
  ['7', '7'],
  ['7,25', '7,25'],
  ['0.0725', '0.0725'],
])('parses the imported rate %s as %s', (text, figure) => {
  expect(readCell('percent', text)).toBe(figure)
})

it.each([
  ['24', '24'],
  ['24 months', '24'],
  ['24.0', '24'],
  ['1 mo.', '1'],
  ['2 years', '2 years'],
])('parses the imported term %s as %s', (text, months) => {
  expect(readCell('months', text)).toBe(months)
})

it.each([
  ['3/31/2026', '2026-03-31'],
  ['2026-03-31', '2026-03-31'],
  ['2026-03-31 09:30', '2026-03-31'],
  ['31.3.2026', '31.3.2026'],
])('parses the imported date %s as %s', (text, day) => {
  expect(readCell('day', text)).toBe(day)
})

it.each([
  ['12/5/2026 5:00 PM', '2026-12-05T22:00:00.000Z'],
  ['2026-12-05', '2026-12-05T22:00:00.000Z'],
  ['2026-12-05T22:00:00.000Z', '2026-12-05T22:00:00.000Z'],
  ['2026-12-05T17:00-05:00', '2026-12-05T17:00-05:00'],
  ['Friday', 'Friday'],
])('reads the deadline %s as %s', (text, moment) => {
  expect(readCell('moment', text)).toBe(moment)
})

it.each([
  ['Yes', 'true'],
  ['x', 'true'],
  ['FALSE', 'false'],
  ['maybe', 'maybe'],
])('parses the imported yes-or-no answer %s as %s', (text, flag) => {
  expect(readCell('flag', text)).toBe(flag)
})

it.each([
  ['months', '2 years', '"2 years" can\'t be read as months. Write 24 or 24 months.'],
  ['money', ' none ', '"none" can\'t be read as an amount. Write 1250000 or $1,250,000.00.'],
  ['percent', '7,25', '"7,25" can\'t be read as a percentage. Write 7.25 or 7.25%.'],
  ['day', '31.3.2026', '"31.3.2026" can\'t be read as a day. Write 2026-03-31 or 3/31/2026.'],
  [
    'moment',
    'Friday',
    '"Friday" can\'t be read as a day and time. Write 2026-12-05 17:00 or 12/5/2026 5:00 PM.',
  ],
  ['moment', '2026-12-05T17:00-05:00', undefined],
  // No explanation is needed, because the cell can be read or the form field reports its own error.
  ['day', '3/31/2126', undefined],
  ['flag', 'maybe', undefined],
  ['money', '-5', undefined],
  ['months', ' ', undefined],
] as const)(
  'explains why the %s field can\'t be read, unless no explanation is needed: "%s"',
  (kind, text, message) => {
    expect(describeUnreadable(kind, text)).toBe(message)
  },
)

it('keeps imported text unchanged, including formulas, and treats blanks as missing', () => {
  expect(readCell('text', ' =1+1 ')).toBe('=1+1')
  expect(readCell('text', ' \t')).toBeUndefined()
})

it('keeps line breaks in notes and summaries but joins lines in other fields', () => {
  expect(readCell('lines', 'one\n\ntwo\n')).toBe('one\n\ntwo')
  expect(readCell('text', 'Ada\r\n\r\nCole')).toBe('Ada Cole')
  expect(readCell('text', 'Ada\u2028Cole')).toBe('Ada Cole')
})
