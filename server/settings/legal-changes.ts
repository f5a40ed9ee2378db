import { parseLegalText } from './legal-texts.ts'

/** A paragraph or heading of a legal document that was added or removed. */
export interface LegalChange {
  kind: 'added' | 'removed'
  /** The title of its section, or null before the first heading. */
  section: string | null
  text: string
}

interface Part {
  section: string | null
  text: string
}

/** Larger comparisons would take too long, so everything between the common ends counts as replaced. */
const maxCells = 4_000_000

/** Returns the added and removed paragraphs in reading order. A changed paragraph is removed and added. */
export function changesOfLegalText(before: string, after: string): LegalChange[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && isSame(old[head], now[head])) head += 1
  let tail = 0
  while (tail < shorter - head && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail += 1
  return compare(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
}

const partsOf = (text: string): Part[] =>
  parseLegalText(text).flatMap(({ title, paragraphs }) => [
    ...(title === null ? [] : [{ section: title, text: title }]),
    ...paragraphs.map((paragraph) => ({ section: title, text: paragraph })),
  ])

/** A paragraph that only moved to another section stays the same. */
const isSame = (one: Part | undefined, other: Part | undefined) => one?.text === other?.text

function compare(old: Part[], now: Part[]): LegalChange[] {
  const removed = (part: Part): LegalChange => ({ kind: 'removed', ...part })
  const added = (part: Part): LegalChange => ({ kind: 'added', ...part })
  if (old.length * now.length > maxCells) return [...old.map(removed), ...now.map(added)]
  const lengths = commonLengths(old, now)
  const changes: LegalChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [gone, fresh] = [old[i], now[j]]
    const isLonger = (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)
    if (gone && fresh && isSame(gone, fresh)) [i, j] = [i + 1, j + 1]
    else if (gone && (!fresh || isLonger)) {
      changes.push(removed(gone))
      i += 1
    } else if (fresh) {
      changes.push(added(fresh))
      j += 1
    }
  }
  return changes
}

/** The lengths of the longest common sequences of the parts from each pair of positions to the ends. */
function commonLengths(old: Part[], now: Part[]): Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const [row, next] = [rows[i], rows[i + 1]]
      if (row && next)
        row[j] = isSame(old[i], now[j])
          ? (next[j + 1] ?? 0) + 1
          : Math.max(next[j] ?? 0, row[j + 1] ?? 0)
    }
  return rows
}
