/**
 * Links in a page's HTML by which the browser fetches the page's scripts and first answers at once. Otherwise it would
 * learn of each one only from the one before.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pageAt, pageTable, plainPageAt, type Page } from '#contract/pages.ts'
import type { Role } from '#domain/access.ts'
import { escapeHtml } from './html.ts'

/** A file of Vite's manifest. */
interface Chunk {
  file: string
  imports?: string[]
}

/** The links for a path and query, and for the role of the person who asks. */
export type LinksFor = (url: string, role: Role) => string

/** Reads the build's manifest. */
export function readPreloadLinks(distWeb: string): LinksFor {
  const file = path.join(distWeb, '.vite/manifest.json')
  if (!existsSync(file)) return () => ''
  // The build's own file.
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const entry = filesOf(manifest, ['index.html'])
  const scriptLinks = (page: Page) => {
    const { access, module } = pageTable[page]
    const frame = access === 'anyone' ? [] : ['web/shell/AppShell.tsx']
    return [...filesOf(manifest, [...frame, `web/${module}`])]
      .filter((script) => !entry.has(script))
      .map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`)
  }
  return (url, role) => {
    const [pathname = ''] = url.split('?')
    const page = pageAt(pathname)
    return page ? [...scriptLinks(page), ...answersOf(url, role).map(answerLink)].join('') : ''
  }
}

/** The addresses that the page at an address reads. A query may change them, and a refused one would stay unused. */
function answersOf(url: string, role: Role): string[] {
  const found = plainPageAt(url)
  const currentUser = '/api/auth/user'
  if (!found || role === 'visitor') return [currentUser]
  const { access, reads } = pageTable[found.page]
  if (access === 'admin' && role !== 'admin') return [currentUser]
  return [currentUser, ...reads.map((read) => read.replace(':id', found.id))]
}

/** Names the credentials as `web/api/client.ts` does; the browser would fetch it twice otherwise. */
const answerLink = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(address)}">`

/** The files of modules and of all that they import statically. */
function filesOf(manifest: Record<string, Chunk>, modules: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (module: string) => {
    const chunk = manifest[module]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return files
}
