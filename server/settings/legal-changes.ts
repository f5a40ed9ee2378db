/** Compares two versions of a legal document by paragraph. */
import type { LegalChanges } from '#contract/settings/shapes.ts'
import { parseLegalText } from '#domain/settings/legal-texts.ts'
import { diffArrays } from 'diff'

type LegalChange = NonNullable<LegalChanges['terms']>[number]
type Part = Omit<LegalChange, 'kind'>

/** A document with more changes is shown as replaced, because the comparison takes quadratic time. */
const maxEditLength = 500

/** Returns the added and removed paragraphs in reading order. A changed paragraph is listed as removed and as added. */
export function changesOfLegalText(before: string, after: string): LegalChange[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const runs = diffArrays(old, now, { comparator: isSame, maxEditLength }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ]
  return runs
    .filter(({ removed, added }) => removed || added)
    .flatMap(({ removed, value }) =>
      value.map((part): LegalChange => ({ kind: removed ? 'removed' : 'added', ...part })),
    )
}

/** The headings and paragraphs. A section's title is null before the first heading. */
const partsOf = (text: string): Part[] =>
  parseLegalText(text).flatMap(({ title, paragraphs }) => [
    ...(title === null ? [] : [{ section: title, text: title }]),
    ...paragraphs.map((paragraph) => ({ section: title, text: paragraph })),
  ])

/** A paragraph that was only moved to another section counts as unchanged. */
const isSame = (one: Part, other: Part) => one.text === other.text
