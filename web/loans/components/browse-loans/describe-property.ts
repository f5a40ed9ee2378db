import type { Loan } from '#contract/loans/shapes.ts'
import { cityOf } from '#domain/loans/property/addresses.ts'

/** Example: "Industrial · Savannah, GA"; empty if nothing is known. */
export const describeProperty = ({ propertyType, propertyAddress }: Loan) =>
  [propertyType, cityOf(propertyAddress)].filter(Boolean).join(' · ')
