/** A loan's document groups, and the group suggested by a document's name. */

export const documentGroups = [
  'termSheet',
  'appraisal',
  'financials',
  'environmental',
  'legal',
  'other',
] as const
export type DocumentGroup = (typeof documentGroups)[number]

export const documentGroupNames: Record<DocumentGroup, string> = {
  termSheet: 'Term Sheet',
  appraisal: 'Appraisal',
  financials: 'Financials',
  environmental: 'Environmental',
  legal: 'Legal',
  other: 'Other',
}

/**
 * Groups documents and omits empty groups. During an upgrade, an outdated page can receive an unknown group, which is
 * treated as `other`.
 */
export const groupDocuments = <Listed extends { group: string }>(documents: readonly Listed[]) =>
  documentGroups
    .map((group) => ({ group, members: documents.filter((each) => knownGroup(each) === group) }))
    .filter(({ members }) => members.length > 0)

const knownGroup = ({ group }: { group: string }): DocumentGroup =>
  documentGroups.find((each) => each === group) ?? 'other'

/**
 * Words that suggest a group. They are matched in this order so that "Operating Agreement" isn't mistaken for an
 * operating statement.
 */
const marks: readonly (readonly [DocumentGroup, RegExp])[] = [
  ['termSheet', /\b(term ?sheet|summary of terms|terms|letter of intent|loi)\b/],
  ['appraisal', /\b(apprais\w*|valuation|broker opinion|bov|bpo)\b/],
  ['environmental', /\b(environmental|phase (i|ii|1|2)|esa|asbestos|soils?|wetlands?|radon)\b/],
  [
    'legal',
    /\b(legal|title|deed|mortgage|promissory|note|guarant\w+|agreements?|contracts?|leases?|insurance|zoning|alta|opinion|organi[sz]ation|bylaws|certificate)\b/,
  ],
  [
    'financials',
    /\b(rent roll|income|financials?|t ?12|ttm|operating|profit|p l|pro ?forma|budget|sources|uses|cash ?flow|balance|tax returns?|noi|underwriting|model|statements?|sponsor|rents?)\b/,
  ],
]

export function guessGroup(name: string): DocumentGroup {
  const words = name
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/[^a-z0-9]+/g, ' ')
  return marks.find(([, mark]) => mark.test(words))?.[0] ?? 'other'
}
