import { expect, test } from 'vitest'
import { summarizeEntry, type RecordedEntry } from './summary.ts'

const summary = (
  kind: RecordedEntry['kind'],
  before: RecordedEntry['before'],
  after: RecordedEntry['after'],
) => summarizeEntry({ kind, before, after })

const terms = { loanAmount: '2500000.00', interestRate: '7.25', term: 24 }
const soft = { kind: 'soft', percentage: '5.00', amount: '125000.00', ...terms }

test("shows a changed field's old and new values, without zero cents", () => {
  const before = { amount: '2500000.00', version: '1', softAmounts: { a: '1.00' } }
  const after = { amount: '2750000.00', version: '2', softAmounts: { a: '2.00' } }
  expect(summary('termsChanged', before, after)).toBe('Amount $2,500,000 → $2,750,000')
  expect(summary('termsChanged', { amount: '1.00' }, { amount: '1.50' })).toBe('Amount $1 → $1.50')
  expect(summary('loanChanged', { status: 'Closing' }, { status: 'funded' })).toBe(
    'Status Closing → Fully Funded',
  )
  expect(summary('roleChanged', { role: 'lender' }, { role: 'admin' })).toBe(
    'Role Lender → Administrator',
  )
})

test('summarizes a field as set or cleared, or as edited if its text is long', () => {
  expect(summary('loanChanged', { ltv: null }, { ltv: '65.00' })).toBe('LTV set to 65.00%')
  expect(summary('loanChanged', { ltv: '65.00' }, { ltv: null })).toBe('LTV cleared')
  expect(summary('loanChanged', { summary: 'One.' }, { summary: 'Two.' })).toBe('Summary edited')
  expect(summary('loanChanged', { purpose: null }, { purpose: 'Refinance.' })).toBe('Purpose added')
  const title = 'A long title that is longer than the row has room for, number '
  expect(summary('loanChanged', { title: `${title}1` }, { title: `${title}2` })).toBe(
    'Title edited',
  )
})

test('lists three changed fields, counts the other changed fields, and omits unchanged fields', () => {
  const before = { amount: '1.00', interestRate: '7.00', term: 12, ltv: '60.00', title: 'Pier' }
  const after = { amount: '2.00', interestRate: '7.25', term: 1, ltv: '65.00', title: 'Pier' }
  expect(summary('termsChanged', before, after)).toBe(
    'Amount $1 → $2, Interest Rate 7.00% → 7.25%, Term 12 months → 1 month, 1 more',
  )
})

test('summarizes a changed commitment in an audit entry', () => {
  expect(summary('commitmentMade', null, soft)).toBe('Soft 5% ($125,000)')
  expect(summary('commitmentChanged', soft, { ...soft, percentage: '7.50' })).toBe('Soft 5% → 7.5%')
  const firm = { ...soft, kind: 'binding', percentage: '10.00' }
  expect(summary('commitmentMadeBinding', soft, firm)).toBe('Soft 5% → binding 10%')
  const ended = (kind: 'commitmentWithdrawn' | 'commitmentReleased', status: string) =>
    summary(kind, { ...soft, status: 'active' }, { ...soft, status, reason: 'Sold' })
  expect(ended('commitmentWithdrawn', 'withdrawn')).toBe('Soft 5% → withdrawn')
  expect(ended('commitmentReleased', 'released')).toBe('Soft 5% → released')
})

test('summarizes created and deleted records in audit entries', () => {
  const loan = { title: 'Pier 4', amount: '2500000.00', interestRate: '7.25', term: 12 }
  expect(summary('loanCreated', null, loan)).toBe('$2,500,000 · 7.25% · 12 months')
  const lists = { commitments: [soft], documents: ['A.pdf', 'B.pdf'], photos: [] }
  expect(summary('loanDeleted', { ...loan, committedPercentage: '40.00', ...lists }, null)).toBe(
    '$2,500,000 · 40% committed · 1 commitment · 2 documents',
  )
  expect(summary('loanPublished', null, { isDraft: 'false', notifiedLenders: 13 })).toBe(
    '13 lenders notified',
  )
  expect(summary('centsPlaced', { a: '1.00' }, { a: '1.01' })).toBe('1 commitment')
})

test('includes the reason for a failed sign-in, and the content and filters of an export', () => {
  expect(summary('signInFailed', null, { reason: 'password' })).toBe('Wrong password')
  expect(summary('bookExported', null, { scope: 'own position', format: 'xlsx' })).toBe(
    'XLSX, own position',
  )
  expect(summary('auditExported', null, { kind: 'approved', from: '2026-01-01' })).toBe(
    'Filtered by kind, from',
  )
  expect(summary('auditExported', null, {})).toBeNull()
})

test('shows the reason in the summary of a pass', () => {
  const pass = { reason: 'Leverage', comment: 'We stop at 65%.' }
  expect(summary('lenderPassed', null, pass)).toBe('Leverage')
  expect(summary('passTakenBack', pass, null)).toBe('Leverage')
})

test('summarizes a replaced import profile without listing its columns', () => {
  const column = { header: 'Balance', field: 'amount', unit: 'dollars' }
  const before = { kind: 'loans', headerRow: 1, columns: [column] }
  const after = { kind: 'loans', headerRow: 3, columns: [{ ...column, unit: 'thousands' }] }
  expect(summary('importProfileSaved', before, after)).toBe('Header Row 1 → 3, Columns edited')
  expect(summary('importProfileSaved', null, after)).toBeNull()
})

test('returns an empty summary if the event has no details beyond its name', () => {
  expect(summary('approved', null, null)).toBeNull()
  expect(summary('documentAdded', null, { filename: 'A.pdf' })).toBeNull()
  expect(summary('commitmentMade', null, null)).toBeNull()
  expect(summary('commitmentChanged', null, null)).toBeNull()
  expect(summary('loanPublished', null, { isDraft: 'false', notifiedLenders: 0 })).toBeNull()
  expect(summary('loanChanged', { odd: 1 }, { odd: 1 })).toBeNull()
})
