/** The project's folder, and whether what was made from its files is up to date. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * One hash over the names and contents of files and whole folders, with names relative to the
 * project.
 */
export function hashOf(...names) {
  const hash = createHash('sha256').update(process.version)
  for (const name of names) addTo(hash, name)
  return hash.digest('hex')
}

function addTo(hash, name) {
  const file = path.join(root, name)
  const entry = statSync(file, { throwIfNoEntry: false })
  hash.update(name)
  if (entry?.isDirectory())
    for (const inside of readdirSync(file).sort((a, b) => (a < b ? -1 : 1)))
      addTo(hash, path.join(name, inside))
  else if (entry) hash.update(readFileSync(file))
}

/** Does the work unless the stamp shows that it was done for the same inputs. */
export async function unlessDone(stamp, hash, work) {
  const file = path.join(root, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return false
  await work()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, hash)
  return true
}
