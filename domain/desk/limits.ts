/** Limits on how much of all binding amounts one lender, state or property type takes. They warn, and refuse nothing. */
import { exactly, type Money, type Percent } from '#domain/money.ts'

export const limitedSpreads = ['lender', 'state', 'propertyType'] as const
export type LimitedSpread = (typeof limitedSpreads)[number]
export type ExposureLimits = Record<LimitedSpread, Percent | null>

const { cents } = exactly

/** False for a share equal to the limit. Compares amounts, because a shown share is rounded. */
export const isBeyondLimit = (part: Money, all: Money, limit: Percent): boolean =>
  cents(part) * 10_000n > cents(all) * cents(limit)
