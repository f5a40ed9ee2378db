/** A sort order of the list of firms. A leading `-` means descending order. */
export const firmOrders = [
  'newest',
  'name',
  '-name',
  'binding',
  '-binding',
  'soft',
  '-soft',
] as const
export type FirmOrder = (typeof firmOrders)[number]

export const isFirmOrder = (text: string): text is FirmOrder =>
  (firmOrders as readonly string[]).includes(text)
