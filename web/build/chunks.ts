import { resolve } from 'node:path'
import { pageTable } from '#contract/pages.ts'

/** Without repetition: one module may show two pages. */
const modulesOf = (isOpen: boolean) =>
  new Set(
    Object.values(pageTable)
      .filter(({ access }) => (access === 'anyone') === isOpen)
      .map(({ module }) => resolve('web', module)),
  )

/**
 * The chunks that pages share, the first before the second: what the entry or two pages for visitors import, and
 * what the frame or two other pages import. Without them, Rolldown makes a small file of each combination of pages.
 */
const shares = [
  { name: 'core', entries: modulesOf(true), always: resolve('web/main.tsx') },
  { name: 'app', entries: modulesOf(false), always: resolve('web/shell/AppShell.tsx') },
]

type GetModuleInfo = (id: string) => { importedIds: readonly string[] } | null

/** The chunk of each module that two pages have in common. */
function findShared(getModuleInfo: GetModuleInfo): Map<string, string> {
  const chunks = new Map<string, string>()
  for (const { name, entries, always } of shares) {
    const once = new Set<string>()
    for (const id of importsOf(always, getModuleInfo))
      if (id !== always && !chunks.has(id)) chunks.set(id, name)
    for (const entry of entries)
      for (const id of importsOf(entry, getModuleInfo)) {
        if (id === entry || chunks.has(id)) continue
        if (once.has(id)) chunks.set(id, name)
        once.add(id)
      }
  }
  return chunks
}

/** A module and all that it imports statically. */
function importsOf(entry: string, getModuleInfo: GetModuleInfo): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(entry)
  return seen
}

const found = new WeakMap<object, Map<string, string>>()

/** Groups for Rolldown, the first with priority: what a module imports is in its group or in one before. */
export const groups = shares.map(({ name }, index) => ({
  debugName: name,
  priority: shares.length - index,
  name: (id: string, context: { getModuleInfo: GetModuleInfo }) => {
    let chunks = found.get(context)
    if (!chunks) found.set(context, (chunks = findShared((each) => context.getModuleInfo(each))))
    return chunks.get(id) === name ? name : null
  },
}))
