import { expect, it } from 'vitest'
import { closingOf, deadlineSentence, dueOf, timeToAnswer, type DatedLoan } from './deadlines.ts'

const zone = 'America/New_York'
const loan = {
  status: 'open',
  commitmentDeadline: '2026-12-05T22:00:00.000Z',
  closingDate: '2026-12-19',
} as const satisfies DatedLoan

it.each([
  ['2026-11-27T22:00:00Z', 'due in 8 days', false],
  ['2026-12-02T22:00:00Z', 'due in 3 days', false],
  // In New York it is still December 2, although December 3 has begun in UTC.
  ['2026-12-03T04:59:00Z', 'due in 3 days', false],
  ['2026-12-03T05:00:00Z', 'due in 2 days', true],
  ['2026-12-04T22:00:00Z', 'due tomorrow', true],
  ['2026-12-05T21:59:59Z', 'due today', true],
  ['2026-12-05T22:00:00Z', 'was due Dec 5', false],
  ['2027-01-01T12:00:00Z', 'was due Dec 5, 2026', false],
])('at %s, describes a December 5 deadline as "%s"', (now, text, isSoon) => {
  expect(dueOf(loan, new Date(now), zone)).toMatchObject({ text, isSoon })
})

it.each([
  ['2026-11-27T22:00:00Z', 'Commitments due Dec 5 (8 days)'],
  ['2026-12-01T22:00:00Z', 'Commitments due Dec 5 (4 days)'],
  ['2026-12-02T22:00:00Z', 'Commitments due Dec 5, 5:00 PM EST (3 days)'],
  ['2026-12-04T22:00:00Z', 'Commitments due tomorrow, 5:00 PM EST'],
  ['2026-12-05T12:00:00Z', 'Commitments due today, 5:00 PM EST'],
  ['2026-12-06T12:00:00Z', 'Commitments were due Dec 5'],
])(
  'at %s, describes the deadline as "%s" and includes the hour if at most three days remain',
  (now, sentence) => {
    expect(dueOf(loan, new Date(now), zone)?.sentence).toBe(sentence)
  },
)

it('describes the deadline as one for soft shares while terms are proposed', () => {
  const due = dueOf({ ...loan, isTermsPending: 'true' }, new Date('2026-11-27T22:00:00Z'), zone)
  expect(due?.sentence).toBe('New soft shares until Dec 5 (8 days)')
})

it.each([
  ['2026-11-27T22:00:00Z', 'Decide by Dec 5 (8 days)'],
  ['2026-12-02T22:00:00Z', 'Decide by Dec 5, 5:00 PM EST (3 days)'],
  ['2026-12-04T22:00:00Z', 'Decide tomorrow, 5:00 PM EST'],
  ['2026-12-06T12:00:00Z', 'Was due Dec 5'],
])('at %s asks the holder of soft interest: "%s"', (now, decision) => {
  expect(dueOf(loan, new Date(now), zone)?.decision).toBe(decision)
})

it.each([
  ['2026-11-27T22:00:00Z', 'by Dec 5, 5:00 PM EST (8 days)'],
  ['2026-12-04T22:00:00Z', 'tomorrow, 5:00 PM EST'],
  ['2025-12-31T12:00:00Z', 'by Dec 5, 2026, 5:00 PM EST (339 days)'],
])('at %s asks for an answer "%s"', (now, text) => {
  expect(timeToAnswer(loan.commitmentDeadline, new Date(now), zone)).toBe(text)
})

it.each([
  ['2026-11-27T22:00:00Z', 'Due Dec 5, 5:00 PM EST.'],
  ['2026-12-05T12:00:00Z', 'Due Dec 5, 5:00 PM EST.'],
  ['2027-01-01T12:00:00Z', 'Was due Dec 5, 2026, 5:00 PM EST.'],
])('at %s, describes the moment of the deadline as "%s"', (now, moment) => {
  expect(dueOf(loan, new Date(now), zone)?.moment).toBe(moment)
})

it('shows the hour of a deadline in the configured time zone', () => {
  const at = (desk: string) => dueOf(loan, new Date('2026-12-05T12:00:00Z'), desk)?.sentence
  expect(at('America/Los_Angeles')).toBe('Commitments due today, 2:00 PM PST')
  expect(at('Pacific/Auckland')).toBe('Commitments due today, 11:00 AM GMT+13')
})

it('counts days in the configured time zone across a change to daylight saving time', () => {
  const due = { ...loan, commitmentDeadline: '2027-03-15T04:30:00.000Z' }
  // 12:30 AM on March 15 in New York. March 14 has only 23 hours.
  expect(dueOf(due, new Date('2027-03-14T05:00:00Z'), zone)?.text).toBe('due tomorrow')
  expect(dueOf(due, new Date('2027-03-14T05:00:00Z'), 'America/Los_Angeles')?.text).toBe(
    'due tomorrow',
  )
  expect(dueOf(due, new Date('2027-03-14T05:00:00Z'), 'UTC')?.text).toBe('due tomorrow')
  expect(dueOf(due, new Date('2027-03-14T05:00:00Z'), 'Pacific/Auckland')?.text).toBe(
    'due tomorrow',
  )
})

it('shows the same planned closing date in every time zone', () => {
  for (const each of [zone, 'Pacific/Auckland', 'UTC'])
    expect(closingOf(loan, new Date('2026-11-27T22:00:00Z'), each)).toBe('Closing Dec 19')
  expect(closingOf(loan, new Date('2027-01-05T00:00:00Z'), zone)).toBe('Closing Dec 19, 2026')
})

it('shows no dates if none are set or the loan is funded', () => {
  const bare = { status: 'open', commitmentDeadline: null, closingDate: null } as const
  for (const each of [bare, { ...loan, status: 'funded' as const }]) {
    expect(dueOf(each)).toBeNull()
    expect(closingOf(each)).toBeNull()
  }
})

it('mentions the commitment deadline in messages until it has passed', () => {
  expect(deadlineSentence(loan, new Date('2026-11-27T22:00:00Z'))).toBe(
    ' Commitments are due Dec 5, 2026, 5:00 PM EST.',
  )
  expect(deadlineSentence(loan, new Date('2026-12-06T22:00:00Z'))).toBe('')
  expect(deadlineSentence({ ...loan, status: 'funded' })).toBe('')
})
