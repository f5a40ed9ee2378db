/** Where the project lies, and whether what was made from its files is still up to date. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** One hash over the contents of files and folders, named relative to the project. */
export function hashOf(...names) {
  const hash = createHash('sha256').update(process.version)
  for (const name of names.toSorted()) addTo(hash, name)
  return hash.digest('hex')
}

function addTo(hash, name) {
  const file = path.join(root, name)
  if (!existsSync(file)) return
  const entries = name.includes('.') ? null : readdirSync(file).toSorted()
  if (entries) for (const entry of entries) addInFolder(hash, path.join(name, entry))
  else hash.update(name).update(readFileSync(file))
}

function addInFolder(hash, name) {
  const file = path.join(root, name)
  const entries = readFolder(file)
  if (!entries) hash.update(name).update(readFileSync(file))
  else for (const entry of entries) addInFolder(hash, path.join(name, entry))
}

function readFolder(file) {
  try {
    return readdirSync(file).toSorted()
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}

/** Does the work unless the stamp says that it was done for these very inputs. */
export async function unlessDone(stamp, hash, work) {
  const file = path.join(root, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return false
  await work()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, hash)
  return true
}
