import type { Money } from '#domain/money.ts'
import { wholePercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describeBefore, describeMaker } from './receipt-texts.ts'

it('names the lender, and before it the administrator who acted for it', () => {
  const lenderName = 'Lena Brook'
  expect(describeMaker({ madeBy: 'lender', lenderName })).toBe('Lena Brook')
  expect(describeMaker({ madeBy: 'Ada Cole', lenderName })).toBe('Ada Cole for Lena Brook')
})

it('gives the figures before a change', () => {
  const before = { percent: wholePercent(10), amount: '250000.00' as Money, kind: 'soft' as const }
  expect(describeBefore(before)).toBe('10% ($250,000.00), soft')
})
