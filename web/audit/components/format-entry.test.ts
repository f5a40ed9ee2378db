import { formatExactTime } from '#web/time/timestamps.ts'
import { expect, test } from 'vitest'
import {
  changesOf,
  clipped,
  otherOf,
  describeParties,
  formatPlace,
  utcTime,
} from './format-entry.ts'

const ada = { actorId: 'a', actorName: 'Ada Cole' }
const lena = { personId: 'l', personName: 'Lena Brook' }
const nobody = { actorId: null, actorName: null, personId: null, personName: null }

test('names the actor of an audit entry, and also the affected user if that is another user', () => {
  const entry = { ...nobody, ...ada, kind: 'approved', address: '10.0.0.7' } as const
  expect(describeParties(entry)).toBe('Ada Cole')
  expect(describeParties({ ...entry, personId: 'a', personName: 'Ada Cole' })).toBe('Ada Cole')
  expect(otherOf({ ...entry, ...lena })).toEqual({ relation: 'about', name: 'Lena Brook' })
  expect(describeParties({ ...entry, ...lena })).toBe('Ada Cole, about Lena Brook')
  const failed = { ...entry, ...nobody, ...lena, kind: 'signInFailed' } as const
  expect(describeParties(failed)).toBe('Someone not signed in, about Lena Brook')
})

test('adds "for" to an audit entry only if the commitment was made on behalf of a lender', () => {
  const entry = { ...ada, ...lena, address: '10.0.0.7' }
  expect(describeParties({ ...entry, kind: 'commitmentMade' })).toBe('Ada Cole for Lena Brook')
  expect(describeParties({ ...entry, kind: 'commitmentReleased' })).toBe(
    'Ada Cole, about Lena Brook',
  )
})

test("shows times in an audit entry to the second, in the user's time zone and in UTC", () => {
  const at = '2026-11-21T15:25:31.123456Z'
  expect(utcTime(at)).toBe('2026-11-21 15:25:31')
  const before = { startedAt: at }
  expect(changesOf({ before, after: null })[0]?.before).toBe(formatExactTime(at))
})

test('leaves text in an audit entry unchanged if it only resembles a time', () => {
  const title = '2026-99-99T99:99:99Z'
  expect(changesOf({ before: null, after: { title } })[0]?.after).toBe(title)
})

test("shows the range of an audit export as times in the user's time zone or as days in UTC", () => {
  const from = '2026-11-21T05:00:00.000Z'
  const after = { from, to: '2026-11-21', person: '2026-11-21' }
  expect(changesOf({ kind: 'auditExported', before: null, after })).toEqual([
    { field: 'From', before: null, after: formatExactTime(from) },
    { field: 'To', before: null, after: '2026-11-21 (UTC)' },
    { field: 'Person', before: null, after: '2026-11-21' },
  ])
})

test('shows "The program" and "This server" in audit entries for automatic actions', () => {
  const entry = { ...nobody, kind: 'twoFactorOff', address: null } as const
  expect(describeParties(entry)).toBe('The program')
  expect(formatPlace({ address: null })).toBe('This server')
  expect(formatPlace({ address: '10.0.0.7' })).toBe('10.0.0.7')
})

test('formats old and new values in an audit entry the same way as on other pages', () => {
  const before = { amount: '2500000.00', interestRate: '7.25', percentage: '10.00', term: 24 }
  const after = { amount: '2600000.50', interestRate: '7.5', percentage: '12.50', term: 1 }
  expect(changesOf({ before, after })).toEqual([
    { field: 'Amount', before: '$2,500,000.00', after: '$2,600,000.50' },
    { field: 'Interest Rate', before: '7.25%', after: '7.50%' },
    { field: 'Share', before: '10%', after: '12.5%' },
    { field: 'Term', before: '24 months', after: '1 month' },
  ])
  expect(changesOf({ before: { fundedOn: null }, after: { fundedOn: '2026-03-31' } })).toEqual([
    { field: 'Funding Date', before: null, after: 'Mar 31, 2026' },
  ])
})

test("leaves the old or new value in an audit entry blank if the entry doesn't contain that value", () => {
  expect(changesOf({ before: null, after: { reason: 'Sold', purpose: null } })).toEqual([
    { field: 'Reason', before: null, after: 'Sold' },
    { field: 'Purpose', before: null, after: null },
  ])
  expect(changesOf({ before: { status: 'open' }, after: null })).toEqual([
    { field: 'Status', before: 'Open', after: null },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test('translates stored audit values into the labels used on other pages', () => {
  const labelOf = (field: string, value: string) =>
    changesOf({ before: null, after: { [field]: value } })[0]?.after
  expect(labelOf('status', 'funded')).toBe('Fully Funded')
  expect(labelOf('status', 'released')).toBe('Released')
  expect(labelOf('kind', 'soft')).toBe('Soft')
  expect(labelOf('kind', 'signedIn')).toBe('Signed in')
  expect(labelOf('role', 'admin')).toBe('Administrator')
  expect(labelOf('secondFactor', 'recovery')).toBe('Recovery code')
  expect(labelOf('format', 'csv')).toBe('CSV')
  expect(labelOf('status', 'constructor')).toBe('constructor')
  expect(labelOf('title', 'open')).toBe('open')
})

test('explains why a sign-in failed and shows unknown reasons unchanged', () => {
  const reasonOf = (kind: 'signInFailed' | 'commitmentReleased', reason: string) =>
    changesOf({ kind, before: null, after: { reason } })[0]?.after
  expect(reasonOf('signInFailed', 'password')).toBe('Wrong password')
  expect(reasonOf('signInFailed', 'codeMissing')).toBe('Right password, no code')
  expect(reasonOf('signInFailed', 'another')).toBe('another')
  expect(reasonOf('commitmentReleased', 'password')).toBe('password')
})

test('shows true and false flags in an audit entry as yes and no', () => {
  const [admin, approved] = changesOf({
    before: { isAdmin: 'false', isApproved: true },
    after: { isAdmin: 'true', isApproved: false },
  })
  expect(admin).toEqual({ field: 'Administrator', before: 'No', after: 'Yes' })
  expect(approved).toEqual({ field: 'Approved', before: 'Yes', after: 'No' })
})

test("formats an audit value as an amount if the field's name is a commitment's id", () => {
  const id = '0b2f1c9e-5a3d-4c1e-9f00-123456789abc'
  expect(changesOf({ before: { [id]: '833.33' }, after: { [id]: '833.34' } })).toEqual([
    { field: 'Commitment 0b2f1c9e', before: '$833.33', after: '$833.34' },
  ])
  expect(changesOf({ before: null, after: { softAmounts: { [id]: '10.00' } } })).toEqual([
    { field: 'Soft Amounts', before: null, after: 'Commitment 0b2f1c9e: $10.00' },
  ])
})

test('puts the items of a list in an audit entry on separate lines and labels an empty list', () => {
  const [commitments, documents, photos] = changesOf({
    before: {
      commitments: [{ id: 'c', lender: 'Lena Brook', lenderId: 'l', amount: '250.00' }],
      documents: ['Appraisal.pdf', 'Title.pdf'],
      photos: [],
    },
    after: null,
  })
  expect(commitments?.before).toBe('Lender: Lena Brook\nAmount: $250.00')
  expect(documents?.before).toBe('Appraisal.pdf\nTitle.pdf')
  expect(photos?.before).toBe('none')
})

test('shows an unexpected value in an audit entry unchanged', () => {
  const [amount, odd] = changesOf({ before: null, after: { amount: 'much', odd: '<b>1</b>' } })
  expect(amount?.after).toBe('much')
  expect(odd).toEqual({ field: 'Odd', before: null, after: '<b>1</b>' })
})

test('shortens text in audit trail rows to 80 characters', () => {
  expect(clipped('a'.repeat(80))).toBe('a'.repeat(80))
  expect(clipped('a'.repeat(81))).toBe(`${'a'.repeat(79)}…`)
})
