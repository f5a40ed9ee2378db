import { resolve } from 'node:path'
import { pageTable } from '#contract/pages.ts'

const modulesOf = (isOpen: boolean) =>
  new Set(
    Object.values(pageTable)
      .filter(({ access }) => (access === 'anyone') === isOpen)
      .map(({ module }) => resolve('web', module)),
  )

/**
 * The shared chunks, in order: modules used by the entry point or two public pages, then modules used by the page
 * frame or two other pages. Otherwise Rolldown makes a small chunk for each combination of pages.
 */
const shares = [
  { name: 'core', entries: modulesOf(true), always: resolve('web/main.tsx') },
  { name: 'app', entries: modulesOf(false), always: resolve('web/shell/AppShell.tsx') },
]

type GetModuleInfo = (id: string) => { importedIds: readonly string[] } | null

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

/** Rolldown groups by priority: a module's imports are in its own group or an earlier one. */
export const groups = shares.map(({ name }, index) => ({
  debugName: name,
  priority: shares.length - index,
  name: (id: string, context: { getModuleInfo: GetModuleInfo }) => {
    let chunks = found.get(context)
    if (!chunks) found.set(context, (chunks = findShared((each) => context.getModuleInfo(each))))
    return chunks.get(id) === name ? name : null
  },
}))
