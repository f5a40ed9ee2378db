import { resolve } from 'node:path'
import { pageTable } from '#contract/pages.ts'

const [entry, frame] = [resolve('web/main.tsx'), resolve('web/shell/AppShell.tsx')]
/** The module that imports a large library, which few pages need. */
const tabs = resolve('web/ui/display/Tabs.tsx')

const modulesOf = (isOpen: boolean) =>
  new Set(
    Object.values(pageTable)
      .filter(({ access }) => (access === 'anyone') === isOpen)
      .map(({ module }) => resolve('web', module)),
  )
const [openPages, ownPages] = [modulesOf(true), modulesOf(false)]

const names = ['core', 'public', 'tabs', 'app'] as const
type Chunk = (typeof names)[number]

type GetModuleInfo = (
  id: string,
) => { importedIds: readonly string[]; importers: readonly string[] } | null

/**
 * Assigns shared modules to chunks: `core` for visitors and users, `public` for public pages, `app` for other pages,
 * and `tabs` for the few pages that have tabs. Otherwise, Rolldown would make a chunk for each combination of pages.
 */
function findShared(getModuleInfo: GetModuleInfo): (id: string) => Chunk | null {
  const countUses = (pages: Iterable<string>) => {
    const uses = new Map<string, number>()
    for (const page of pages)
      for (const id of importsOf(page, getModuleInfo)) uses.set(id, (uses.get(id) ?? 0) + 1)
    return (id: string) => uses.get(id) ?? 0
  }
  const [byEntry, byFrame] = [countUses([entry]), countUses([frame])]
  const byTabs = countUses([tabs])
  const [byOpen, byOwn] = [countUses(openPages), countUses(ownPages)]
  return (id) => {
    if ([entry, frame].includes(id) || openPages.has(id) || ownPages.has(id)) return null
    if (byEntry(id) || (byOpen(id) && (byFrame(id) || byOwn(id) > 2))) return 'core'
    if (byOpen(id) > 1) return 'public'
    if (byTabs(id) && !byFrame(id)) return 'tabs'
    // A dialog of the page imports this module too.
    const isOfDialog = byOwn(id) === 1 && getModuleInfo(id)?.importers.some((each) => !byOwn(each))
    return byFrame(id) || byOwn(id) > 1 || isOfDialog ? 'app' : null
  }
}

function importsOf(page: string, getModuleInfo: GetModuleInfo): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(page)
  return seen
}

const found = new WeakMap<object, ReturnType<typeof findShared>>()

/** Rolldown groups modules by priority. A module's imports are in its own group or in an earlier group. */
export const groups = names.map((chunk, index) => ({
  debugName: chunk,
  priority: names.length - index,
  name: (id: string, context: { getModuleInfo: GetModuleInfo }) => {
    let chunkOf = found.get(context)
    if (!chunkOf) found.set(context, (chunkOf = findShared((each) => context.getModuleInfo(each))))
    return chunkOf(id) === chunk ? chunk : null
  },
}))
