import { spec } from '#test/support/requirements.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  formatTerm,
  loanCan,
  loanStatuses,
  parseLoanStatus,
  refusalOfLoanAction,
  statusAction,
  statusFilters,
} from './statuses.ts'

it('recognizes a status in any letter case and with surrounding spaces', () => {
  spec('4.6')
  const spelling = fc.constantFrom(...loanStatuses).chain((status) =>
    fc.record({
      status: fc.constant(status),
      text: fc
        .array(fc.boolean(), { minLength: status.length, maxLength: status.length })
        .map((upper) =>
          status
            .split('')
            .map((letter, at) => (upper[at] ? letter.toUpperCase() : letter))
            .join(''),
        ),
    }),
  )
  fc.assert(fc.property(spelling, ({ status, text }) => parseLoanStatus(`  ${text}\n`) === status))
})

it('rejects any other text as a loan status', () => {
  for (const text of ['', ' ', 'closed', 'Fully Funded', 'openn', 'constructor', 'open\0'])
    expect(parseLoanStatus(text)).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = parseLoanStatus(text)
      if (found !== null) expect(text.trim().toLowerCase()).toBe(found.toLowerCase())
    }),
  )
})

it('allows commitments, new terms, and deletion in every status except funded', () => {
  for (const action of ['commit', 'changeTerms', 'delete'] as const)
    for (const status of loanStatuses)
      expect(loanCan(action, status), `${action} ${status}`).toBe(status !== 'funded')
})

it('lists every loan status under exactly one of the two filters, open and funded', () => {
  for (const status of loanStatuses) {
    const open = statusFilters.open.includes(status)
    const funded = statusFilters.funded.some((each) => each === status)
    expect(open).toBe(!funded)
    expect(open).toBe(loanCan('commit', status))
  }
})

it('formats a term of one month in the singular', () => {
  expect(formatTerm(1)).toBe('1 month')
  expect(formatTerm(24)).toBe('24 months')
})

it("lets administrators change a loan's status to any other status and labels each change", () => {
  for (const from of loanStatuses)
    for (const to of loanStatuses) {
      const action = statusAction(from, to)
      expect(action, `${from} to ${to}`).toBe(
        from === to
          ? null
          : to === 'funded'
            ? 'fund'
            : from === 'funded'
              ? 'reopen'
              : 'moveToStage',
      )
      if (action) expect(refusalOfLoanAction(action, from)).toBeNull()
    }
})

it('explains why a funded loan rejects commitments, new terms, deletion, and a second funding', () => {
  expect(refusalOfLoanAction('commit', 'funded')).toBe('This loan is fully funded')
  expect(refusalOfLoanAction('changeTerms', 'funded')).toBe('The loan is funded')
  expect(refusalOfLoanAction('delete', 'funded')).toBe("A funded loan can't be deleted")
  expect(refusalOfLoanAction('fund', 'funded')).toBe('This loan is fully funded')
  expect(refusalOfLoanAction('reopen', 'Closing')).toBe('Only a funded loan can be reopened')
})
