/** Determines which of a loan's documents are new or updated since the user's last visit. */

interface Dated {
  id: string
  filename: string
  /** The time in ISO 8601, in UTC. */
  uploadedAt: string
}

export type News = 'New' | 'Updated'

/**
 * A document is `Updated` if an older one has the same name, ignoring the extension and version. On the first visit to
 * a loan that the user doesn't follow, `since` is null and no document is new.
 */
export function newsSince(documents: readonly Dated[], since: string | null): Map<string, News> {
  if (since === null) return new Map()
  const recent = documents.filter(({ uploadedAt }) => isLater(uploadedAt, since))
  return new Map(
    recent.map((document) => {
      const hasOlder = documents.some(
        (other) =>
          isLater(document.uploadedAt, other.uploadedAt) &&
          nameWithoutVersion(other.filename) === nameWithoutVersion(document.filename),
      )
      return [document.id, hasOlder ? 'Updated' : 'New']
    }),
  )
}

const isLater = (one: string, other: string) => Date.parse(one) > Date.parse(other)

/** For example, returns "rent roll" for "Rent_Roll (2).xlsx", "Rent Roll - v3.xlsx", and "Rent Roll, revised.pdf". */
function nameWithoutVersion(filename: string): string {
  const words = filename
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(/( (v? ?\d{1,2}|rev \d{1,2}|revised|updated|final|new))+$/, '')
}
