/** The keyboard shortcuts, and the mapping from pressed keys to shortcuts. */

export const shortcutGroups = ['Anywhere', 'Lists', 'Loans'] as const

interface Shortcut {
  keys: readonly [string] | readonly [string, string]
  label: string
  group: (typeof shortcutGroups)[number]
  adminsOnly?: boolean
}

export const shortcuts = {
  search: { keys: ['/'], label: 'Search', group: 'Anywhere' },
  dashboard: { keys: ['g', 'd'], label: 'Go to Dashboard', group: 'Anywhere' },
  loans: { keys: ['g', 'l'], label: 'Go to Browse Loans', group: 'Anywhere' },
  commitments: { keys: ['g', 'c'], label: 'Go to My Commitments', group: 'Anywhere' },
  admin: { keys: ['g', 'a'], label: 'Go to Admin Panel', group: 'Anywhere', adminsOnly: true },
  sheet: { keys: ['?'], label: 'Show this list', group: 'Anywhere' },
  next: { keys: ['j'], label: 'Next row, or next loan', group: 'Lists' },
  previous: { keys: ['k'], label: 'Previous row, or previous loan', group: 'Lists' },
  // This entry is only for the list of shortcuts, because the browser itself opens the focused link.
  open: { keys: ['Enter'], label: 'Open the row', group: 'Lists' },
  compare: { keys: ['x'], label: 'Select to compare', group: 'Loans' },
  favorite: { keys: ['f'], label: 'Add to or remove from favorites', group: 'Loans' },
  commit: { keys: ['c'], label: 'Commit', group: 'Loans' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts

// `Object.entries` types the keys as `string`, but these are exactly the table's keys.
export const shortcutRows = Object.entries(shortcuts) as [ShortcutName, Shortcut][]

export interface Prefix {
  key: string
  atMs: number
}

interface Pressed {
  shortcut: ShortcutName | null
  prefix: Prefix | null
}

const prefixMs = 1500

/** Returns the shortcut that a key completes, or the prefix that waits for the next key. */
export function pressKey(key: string, atMs: number, prefix: Prefix | null): Pressed {
  const first = prefix && atMs - prefix.atMs <= prefixMs ? prefix.key : null
  const found = shortcutRows.find(
    ([
      ,
      {
        keys: [one, two],
      },
    ]) => (first === null ? one === key && two === undefined : one === first && two === key),
  )
  if (found) return { shortcut: found[0], prefix: null }
  // After g, a key without a page does nothing. Its single-key shortcut would surprise the user.
  const isPrefix =
    first === null &&
    shortcutRows.some(
      ([
        ,
        {
          keys: [one],
        },
      ]) => one === key,
    )
  return { shortcut: null, prefix: isPrefix ? { key, atMs } : null }
}
