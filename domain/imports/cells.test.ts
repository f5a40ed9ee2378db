import { expect, it } from 'vitest'
import { describeRounding, describeUnreadable, readCell } from './cells.ts'

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

it.each(['12,50', '1.250.000,00', '1,25', '(1,000)', '$1.2M', '=1+1', '12 00', '€5', '950.000'])(
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
  ['2026-03-31T14:30:00', '2026-03-31'],
  ['2026-03-31T14:30:00.000', '2026-03-31'],
  ['2026-03-31T23:30:00-05:00', '2026-03-31T23:30:00-05:00'],
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
  'returns a hint for the %s cell "%s" only if the cell needs one',
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

it.each([
  ['money', '4250', { unit: 'thousands' }, '4250000'],
  ['money', '$4,250', { unit: 'thousands' }, '4250000'],
  ['rate', '0.07125', { unit: 'fraction' }, '7.125'],
  ['rate', '7.125%', { unit: 'fraction' }, '7.125'],
  ['rate', '725 bps', { unit: 'basisPoints' }, '7.25'],
  ['percent', '0.65', { unit: 'fraction' }, '65'],
  ['months', '3', { unit: 'years' }, '36'],
  ['months', '2.5 years', { unit: 'years' }, '30'],
  ['months', '24 months', { unit: 'years' }, '24'],
  ['money', '950.005', { isNumber: true }, '950.01'],
  ['money', '4266666.66666667', {}, '4266666.67'],
  ['percent', '65.1629072681704%', { isNumber: true }, '65.16'],
  ['percent', '-0.125', { isNumber: true }, '-0.13'],
  ['rate', '7.1287549', { isNumber: true }, '7.12875'],
] as const)(
  'reads the imported %s cell %s with the context %j as %s',
  (kind, text, context, figure) => {
    expect(readCell(kind, text, context)).toBe(figure)
  },
)

it.each([
  ['percent', '65.1629072681704%', { isNumber: true }, 'Rounded to 65.16%'],
  ['money', '4266666.66666667', { isNumber: true }, 'Rounded to $4,266,666.67'],
  ['money', '4266.6', { unit: 'thousands' }, undefined],
  ['rate', '7.125', { isNumber: true }, undefined],
  ['text', '1.23456789', {}, undefined],
] as const)(
  'describes how the imported %s cell %s is rounded in the context %j',
  (kind, text, context, note) => {
    expect(describeRounding(kind, text, context)).toBe(note)
  },
)

it('rejects an amount whose decimal point could be a thousands separator', () => {
  for (const text of ['950.000', '875.500', '1.250', '$950.000'])
    expect(describeUnreadable('money', text), text).toMatch(/could be/)
  for (const text of ['0.500', '1250.000', '1,250.000', '950.00', '950.0000'])
    expect(describeUnreadable('money', text), text).toBeUndefined()
  expect(describeUnreadable('money', '950.000')).toBe(
    '"950.000" could be 950,000 or 950.00. Write it with a comma between thousands, or with two decimals.',
  )
  expect(describeUnreadable('money', '950.000', { isNumber: true })).toBeUndefined()
})

it('rejects a spreadsheet error value in every kind of cell', () => {
  for (const kind of ['text', 'lines', 'choice', 'money', 'day', 'flag'] as const)
    expect(describeUnreadable(kind, ' #N/A ')).toMatch(/^#N\/A is an error of the spreadsheet/)
  expect(describeUnreadable('text', '#1 Main Street')).toBeUndefined()
})

it('replaces unusual space characters in imported names with ordinary spaces', () => {
  expect(readCell('text', 'Pier\u00a04\u202fWarehouse')).toBe('Pier 4 Warehouse')
})
