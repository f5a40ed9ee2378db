/** Installs the packages listed in package-lock.json if any are missing or have changed. */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './processes.mjs'
import { hashOf, isDone, isWritable, markDone, requireReplaceable, root } from './project.mjs'

const stamp = 'node_modules/.paripassu-installed'

/** `mayReplace` allows replacing packages that are already installed. */
export async function ensureDependencies({ mayReplace = true } = {}) {
  // package.json isn't hashed, because a new script in it doesn't change the packages.
  const hash = hashOf('package-lock.json')
  if (isDone(stamp, hash)) return
  if (!isInstalledByNpm()) await install({ mayReplace })
  // Without this stamp, each start would compare all packages.
  if (isWritable('node_modules')) markDone(stamp, hash)
}

/** @param {{ mayReplace: boolean }} options */
async function install({ mayReplace }) {
  // npm empties the folder before it installs, and a symbolic link could point to another project's packages.
  if (lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error("node_modules is a link to packages that don't match package-lock.json")
  const problem = "What is installed in node_modules doesn't match package-lock.json"
  requireReplaceable('node_modules', problem, { mayReplace })
  console.log('Installing dependencies …')
  // NODE_ENV=production would omit build dependencies.
  const code = await run([
    ...['npm', 'ci', '--include=dev', '--include=optional'],
    ...['--no-audit', '--no-fund', '--loglevel=error'],
  ])
  if (code !== 0) throw new Error('npm ci failed; see its output above')
}

/**
 * Returns true if a manual `npm ci` installed everything, without --omit. The lock file written by npm lists the
 * installed packages, except those for other platforms.
 */
function isInstalledByNpm() {
  const file = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(file)) return false
  const { packages: installed } = JSON.parse(readFileSync(file, 'utf8'))
  const { packages: wanted } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  )
  const hasOptional = Object.keys(installed).some((name) => wanted[name]?.optional)
  return (
    hasOptional &&
    Object.entries(wanted).every(([name, { version, integrity, optional }]) => {
      if (name === '') return true
      const found = installed[name]
      return found ? found.version === version && found.integrity === integrity : optional === true
    })
  )
}
