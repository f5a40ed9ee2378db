/** The types that the filter offers first. Other types in use follow, because the column contains free text. */
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

/** The types that the form offers in addition to the loan's current type. */
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
