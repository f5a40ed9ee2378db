import { parsePercent, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { fittingShares } from './share-limits.ts'

const share = (text: string) => parsePercent(text) ?? zeroPercent

it.each([
  ['no limits', null, null, '12', { least: 1, most: 40 }],
  ['limits of a lender without a share', '5', '15', '0', { least: 5, most: 15 }],
  ['what a lender holds already', '5', '15', '10', { least: 1, most: 5 }],
  ['limits between two whole percents', '4.5', '15.5', '0', { least: 5, most: 15 }],
  ['a minimum above what is available', '50', null, '0', { least: 40, most: 40 }],
  ['a lender at the maximum', null, '15', '15', { least: 1, most: 0 }],
] as const)('bounds a new share by %s', (_, least, most, others, range) => {
  const limits = { minShare: least && share(least), maxShare: most && share(most) }
  expect(fittingShares(limits, { others: share(others), available: 40 })).toEqual(range)
})
