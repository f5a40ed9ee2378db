/** The property types that people choose from. */

/**
 * Types that the list's filter offers first. The column is free text: any other types in use
 * follow them.
 */
export const filterPropertyTypes = [
  'Commercial Real Estate',
  'Industrial Equipment',
  'Intellectual Property',
  'Medical Facility',
  'Hospitality Real Estate',
  'Energy Infrastructure',
  'Inventory Assets',
  'Life Sciences Real Estate',
] as const

/** Types that the form offers; a loan may have another one, which the form then offers too. */
export const formPropertyTypes = [
  'Single Family Residence',
  '2 - 4 Unit Residential',
  'Multifamily',
  'Commercial Real Estate',
  'Mixed Use',
  'Retail',
  'Industrial',
  'Hospitality',
] as const

export const occupancies = ['Owner Occupied', 'Investment Property', 'Second Home'] as const
