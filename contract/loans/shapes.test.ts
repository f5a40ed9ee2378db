import { security, spec } from '#test/support/requirements.ts'
import { loanFieldNames } from '#domain/loans/fields.ts'
import { describe, expect, it } from 'vitest'
import { loanChange, loanFilters, newLoan } from './shapes.ts'

const least = { title: 'Pier 4', borrowerName: 'Pier LLC', amount: '1', interestRate: '7', term: 1 }

function refused(given: Record<string, unknown>): Record<string, string> {
  const result = newLoan.safeParse({ ...least, ...given })
  return Object.fromEntries(
    (result.error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]),
  )
}

describe('a new loan', () => {
  it("requires a loan's title, borrower, amount, rate, and term, with a separate message for each", () => {
    spec('5.5.1', '5.5.2', '5.5.12')
    const result = newLoan.safeParse({})
    const messages = result.error?.issues.map((issue) => issue.message).toSorted()
    expect(messages).toEqual([
      'Amount is required',
      'Borrower name is required',
      'Interest rate is required',
      'Loan title is required',
      'Term must be at least 1 month',
    ])
  })

  it('creates an open loan with empty optional fields by default', () => {
    expect(newLoan.parse(least)).toEqual({
      ...Object.fromEntries(loanFieldNames.map((field) => [field, null])),
      title: 'Pier 4',
      borrowerName: 'Pier LLC',
      amount: '1.00',
      interestRate: '7.00',
      term: 1,
      status: 'open',
      isDraft: false,
    })
  })

  it.each([
    [12, 12],
    ['12', 12],
    [' 36 ', 36],
    [1200, 1200],
    ['1200', 1200],
  ])('accepts a term of %j months as a number or string', (term, months) => {
    spec('5.5.11')
    expect(newLoan.parse({ ...least, term }).term).toBe(months)
  })

  it.each([0, -1, 1.5, '0', '', '12.5', 'x', '1e2', '0x10', null, true, {}, [12], Number.NaN])(
    'rejects a term of %j months',
    (term) => {
      spec('5.5.11')
      expect(refused({ term })).toEqual({ term: 'Term must be at least 1 month' })
    },
  )

  it('rejects a term longer than one hundred years', () => {
    expect(refused({ term: 1201 })).toEqual({ term: 'Term must be at most 1200 months' })
    expect(refused({ term: '9999' })).toEqual({ term: 'Term must be at most 1200 months' })
  })

  it.each(['0.00001', '0.00499', '0.004', '1000', '7.123456'])(
    'rejects %s as an exact note rate',
    (noteRate) => {
      const range = noteRate.startsWith('0') ? 'from 0.005' : 'up'
      const message = `Exact note rate must be ${range} to 999.99, with at most five decimals`
      expect(refused({ noteRate })).toEqual({ noteRate: message })
      expect(loanChange.safeParse({ noteRate }).error?.issues).toMatchObject([{ message }])
    },
  )

  it('accepts an exact note rate that rounds to 0.01', () => {
    expect(newLoan.parse({ ...least, noteRate: '0.005' }).noteRate).toBe('0.005')
    expect(loanChange.parse({ noteRate: '0.00500' }).noteRate).toBe('0.005')
    expect(loanChange.parse({ noteRate: null }).noteRate).toBeNull()
  })

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T12:00:00-05:00',
    '2026-04-31T23:00:00.000Z',
    '2026-13-01T00:00:00Z',
  ])("rejects the deadline %s, whose day doesn't exist", (commitmentDeadline) => {
    expect(refused({ commitmentDeadline })).toEqual({
      commitmentDeadline:
        'Commitment deadline must be a date and time with its offset, like 2026-12-05T22:00:00Z',
    })
  })

  it('converts a deadline with an offset to UTC, also on February 29', () => {
    const commitmentDeadline = '2028-02-29T22:00:00-05:00'
    expect(newLoan.parse({ ...least, commitmentDeadline }).commitmentDeadline).toBe(
      '2028-03-01T03:00:00.000Z',
    )
  })

  it("accepts a loan's status in any letter case", () => {
    expect(newLoan.parse({ ...least, status: 'PROCESSING' }).status).toBe('Processing')
    expect(newLoan.parse({ ...least, status: 'Open' }).status).toBe('open')
    expect(newLoan.parse({ ...least, status: null }).status).toBe('open')
    const words = 'Must be Processing, Underwriting, Open, Closing or Funded'
    expect(refused({ status: 'closed' })).toEqual({ status: words })
    expect(refused({ status: 1 })).toEqual({ status: 'Must be a loan status' })
  })

  it.each(['https://example.com/a.png', 'http://example.com', '/covers/a.png', '', null])(
    'accepts %j as a picture URL',
    (imageUrl) => {
      expect(refused({ imageUrl })).toEqual({})
    },
  )

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//elsewhere.example/a.png',
    '/\\elsewhere.example',
    'a.png',
    'https://a b',
    'ftp://example.com/a.png',
  ])('rejects %j as a picture URL', (imageUrl) => {
    security('1.2.2')
    expect(refused({ imageUrl })).toEqual({
      imageUrl: 'Must be a web address (https://…) or a path on this site',
    })
  })

  it('ignores ids and stored totals in the request body for a new loan', () => {
    const given = { ...least, id: 'x', committedPercentage: '99.00', createdAt: 'x' }
    expect(newLoan.parse(given)).not.toHaveProperty('committedPercentage')
    expect(newLoan.parse(given)).not.toHaveProperty('id')
  })
})

describe('a loan update', () => {
  const messagesOf = (given: Record<string, unknown>) =>
    loanChange.safeParse(given).error?.issues.map((issue) => issue.message)

  it('keeps only the submitted fields of a loan update, without adding defaults', () => {
    expect(loanChange.parse({})).toEqual({})
    expect(loanChange.parse({ amount: '5' })).toEqual({ amount: '5.00' })
    expect(loanChange.parse({ purpose: ' ', ltv: null, status: 'FUNDED' })).toEqual({
      purpose: null,
      ltv: null,
      status: 'funded',
    })
  })

  it('rejects a loan update that clears a required field', () => {
    for (const missing of [null, '', ' ']) {
      expect(messagesOf({ title: missing })).toEqual(['Loan title is required'])
      expect(messagesOf({ borrowerName: missing })).toEqual(['Borrower name is required'])
      expect(messagesOf({ amount: missing })).toEqual(['Amount is required'])
      expect(messagesOf({ interestRate: missing })).toEqual(['Interest rate is required'])
      expect(messagesOf({ term: missing })).toEqual(['Term must be at least 1 month'])
    }
    expect(messagesOf({ status: null })).toEqual(['Must be a loan status'])
    for (const status of ['', ' ', 'closed'])
      expect(messagesOf({ status })).toEqual([
        'Must be Processing, Underwriting, Open, Closing or Funded',
      ])
  })
})

describe('loan list filters', () => {
  it('accepts open, funded, or no status as a filter for the loan list', () => {
    for (const status of ['open', 'funded', 'all', ''])
      expect(loanFilters.safeParse({ status }).success).toBe(true)
    for (const status of ['Processing', 'OPEN', 'x', ['open', 'funded']])
      expect(loanFilters.safeParse({ status }).success).toBe(false)
  })

  it('accepts a limit of 1 to 1000 for the loan list', () => {
    for (const limit of ['1', '50', '999', '1000'])
      expect(loanFilters.safeParse({ limit }).success).toBe(true)
    for (const limit of ['0', '1001', '-1', '1.5', '', '1e2', '01', ' 5', 'x', '9'.repeat(400)])
      expect(loanFilters.safeParse({ limit }).success).toBe(false)
  })
})
