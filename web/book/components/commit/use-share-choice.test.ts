import { parseMoney, type Money } from '#domain/money.ts'
import { clampShare } from '#domain/book/commitments.ts'
import { expect, test } from 'vitest'
import { describeCutShare, describeNoShare, exampleAmount } from './use-share-choice.ts'

const money = (text: string) => parseMoney(text) as Money
const loanAmount = money('412500')

test('explains why an entered percentage was reduced', () => {
  expect(describeCutShare('150', 100, 100)).toBe('Only 100% is left; your 150% became 100%.')
  expect(describeCutShare('40.5', 25, 25)).toBe('Only 25% is left; your 40.5% became 25%.')
  expect(describeCutShare('7.5', 100, 7)).toBe('Whole percentages only: your 7.5% became 7%.')
})

test('stops explaining a reduced percentage once enough of the loan is available again', () => {
  expect(describeCutShare('60', 70, 53)).toBeNull()
  expect(describeCutShare('60.5', 70, 53)).toBeNull()
  expect(describeCutShare('7.5', 70, 7)).toBe('Whole percentages only: your 7.5% became 7%.')
})

test('shows no explanation for an available whole percentage or an empty field', () => {
  for (const typed of ['7', '100', '0', '0.5', '-3', ''])
    expect(describeCutShare(typed, 100, clampShare(Number(typed), 100))).toBeNull()
})

test('explains why no share has exactly the entered amount', () => {
  const reasonOf = (wanted: string, available: number) =>
    describeNoShare(loanAmount, money(wanted), available)
  expect(reasonOf('999999999', 100)).toBe('Only $412,500.00 (100%) is available.')
  expect(reasonOf('412500', 53)).toBe('Only $218,625.00 (53%) is available.')
  expect(reasonOf('1', 100)).toBe('The smallest share is 1% = $4,125.00.')
  expect(reasonOf('5000', 100)).toBe('Shares are whole percentages: choose one near $5,000.00.')
})

test('suggests an example amount that is a whole percentage of the loan', () => {
  expect(exampleAmount(loanAmount, 100)).toBe('41,250')
  expect(exampleAmount(loanAmount, 4)).toBe('16,500')
  expect(exampleAmount(loanAmount, 0)).toBe('4,125')
})
