/**
 * Preload links, by which the browser fetches a page's scripts and first API responses at once instead of discovering
 * each from the previous one.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pageAt, pageTable, plainPageAt, type Page } from '#contract/pages.ts'
import type { Role } from '#domain/access.ts'
import { escapeHtml } from './html.ts'

interface Chunk {
  file: string
  imports?: string[]
}

export type LinksFor = (url: string, role: Role) => string

export function readPreloadLinks(distWeb: string): LinksFor {
  const file = path.join(distWeb, '.vite/manifest.json')
  if (!existsSync(file)) return () => ''
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

/**
 * The API URLs that a page reads first. Only the current user for a URL with a query, which may change the reads, and
 * for a page closed to the role, whose refused preloads would go unused.
 */
function answersOf(url: string, role: Role): string[] {
  const found = plainPageAt(url)
  const currentUser = '/api/auth/user'
  if (!found || role === 'visitor') return [currentUser]
  const { access, reads } = pageTable[found.page]
  if (access === 'admin' && role !== 'admin') return [currentUser]
  return [currentUser, ...reads.map((read) => read.replace(':id', found.id))]
}

/** Uses the same credentials mode as `web/api/client.ts`; otherwise, the browser would fetch twice. */
const answerLink = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(address)}">`

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
