/**
 * Limits on the share of all binding amounts for one lender, state, or property type. Exceeding a limit only causes a
 * warning.
 */
import { exactly, type Money, type Percent } from '#domain/money.ts'

export const limitedSpreads = ['lender', 'state', 'propertyType'] as const
export type LimitedSpread = (typeof limitedSpreads)[number]
export type ExposureLimits = Record<LimitedSpread, Percent | null>

const { cents } = exactly

/** Returns false for a share equal to the limit. Compares amounts, because displayed shares are rounded. */
export const isBeyondLimit = (part: Money, all: Money, limit: Percent): boolean =>
  cents(part) * 10_000n > cents(all) * cents(limit)
