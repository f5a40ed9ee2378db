import { parse, resolve } from 'node:path'
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

type GetModuleInfo = (
  id: string,
) => { importedIds: readonly string[]; importers: readonly string[] } | null

/**
 * Assigns shared modules to the chunks `core` (all pages), `public` (public pages), `app` (other pages), and `tabs`
 * (pages with tabs). Otherwise, Rolldown would make a chunk for each combination of pages and dialogs.
 */
function findShared(getModuleInfo: GetModuleInfo): (id: string) => string | null {
  const countUses = (pages: Iterable<string>) => {
    const uses = new Map<string, number>()
    for (const page of pages)
      for (const id of importsOf(page, getModuleInfo)) uses.set(id, (uses.get(id) ?? 0) + 1)
    return (id: string) => uses.get(id) ?? 0
  }
  const [byEntry, byFrame] = [countUses([entry]), countUses([frame])]
  const byTabs = countUses([tabs])
  const [byOpen, byOwn] = [countUses(openPages), countUses(ownPages)]
  const ownPartsOf = new Map(
    [...ownPages].flatMap((page) =>
      [...importsOf(page, getModuleInfo)].map((id) => [id, `${parse(page).name}Parts`]),
    ),
  )
  return (id) => {
    if ([entry, frame].includes(id) || openPages.has(id) || ownPages.has(id)) return null
    if (byEntry(id) || (byOpen(id) && (byFrame(id) || byOwn(id) > 2))) return 'core'
    if (byOpen(id) > 1) return 'public'
    if (byTabs(id) && !byFrame(id)) return 'tabs'
    if (byFrame(id) || byOwn(id) > 1) return 'app'
    const isOfDialog = getModuleInfo(id)?.importers.some((each) => !byOwn(each))
    return isOfDialog ? (ownPartsOf.get(id) ?? null) : null
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

function sharedChunkOf(id: string, context: { getModuleInfo: GetModuleInfo }): string | null {
  let chunkOf = found.get(context)
  if (!chunkOf) found.set(context, (chunkOf = findShared((each) => context.getModuleInfo(each))))
  return chunkOf(id)
}

/** Rolldown groups modules by priority. A module's imports are in its own group or in an earlier group. */
export const groups = [
  ...names.map((chunk, index) => ({
    debugName: chunk,
    priority: 1 + names.length - index,
    name: (...asked: Parameters<typeof sharedChunkOf>) =>
      sharedChunkOf(...asked) === chunk ? chunk : null,
  })),
  { debugName: 'parts of a page', priority: 1, name: sharedChunkOf },
]
