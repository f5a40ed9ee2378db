import type { Money, Percent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describeFunding } from './describe-funding.ts'

const totalsOf = (binding: string, soft: string, available: string) => ({
  bindingPercentage: binding as Percent,
  bindingAmount: '8835000.00' as Money,
  softPercentage: soft as Percent,
  softAmount: '0.00' as Money,
  coveragePercentage: binding as Percent,
  availablePercentage: available as Percent,
  availableAmount: '5415000.00' as Money,
})

it('shows the uncommitted amount and the soft interest that funding will end', () => {
  expect(describeFunding(totalsOf('62.00', '15.00', '38.00'))).toEqual({
    text: '62% binding ($8,835,000.00). 38% ($5,415,000.00) stays uncommitted; 15% soft interest can no longer become binding.',
    isShort: true,
  })
  expect(describeFunding(totalsOf('62.00', '0.00', '38.00')).text).toBe(
    '62% binding ($8,835,000.00). 38% ($5,415,000.00) stays uncommitted.',
  )
  expect(describeFunding(totalsOf('100.00', '5.00', '0.00'))).toEqual({
    text: '100% binding ($8,835,000.00). 5% soft interest can no longer become binding.',
    isShort: false,
  })
  expect(describeFunding(totalsOf('100.00', '0.00', '0.00')).text).toBe(
    '100% binding ($8,835,000.00).',
  )
})
