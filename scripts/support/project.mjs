/** The project's folder, and stamps that record whether derived files are up to date. */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Hashes the names and contents of files and folders, and Node's ABI version, on which native modules depend. The ABI
 * stays the same within a major version.
 * @param {string[]} names
 */
export function hashOf(...names) {
  const hash = createHash('sha256').update(process.versions.modules)
  for (const name of names) addTo(hash, name)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} name
 */
function addTo(hash, name) {
  const file = path.join(root, name)
  const entry = statSync(file, { throwIfNoEntry: false })
  hash.update(name)
  if (entry?.isDirectory())
    for (const inside of readdirSync(file).sort((a, b) => (a < b ? -1 : 1)))
      addTo(hash, path.join(name, inside))
  else if (entry) hash.update(readFileSync(file))
}

/**
 * Returns true if the stamp file contains this hash.
 * @param {string} stamp
 * @param {string} hash
 */
export function isDone(stamp, hash) {
  const file = path.join(root, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/**
 * Renames the stamp into place so that it is never partially written and other hard links to it stay unchanged.
 * @param {string} stamp
 * @param {string} hash
 */
export function markDone(stamp, hash) {
  const file = path.join(root, stamp)
  const unfinished = `${file}.${process.pid}`
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(unfinished, hash)
  renameSync(unfinished, file)
}

/**
 * Does the work unless the stamp contains this hash. Returns whether the work was done.
 * @param {string} stamp
 * @param {string} hash
 * @param {() => Promise<void>} work
 */
export async function unlessDone(stamp, hash, work) {
  if (isDone(stamp, hash)) return false
  await work()
  markDone(stamp, hash)
  return true
}

/**
 * Returns true if this user can write to a folder in the project, or can create it.
 * @param {string} folder
 */
export function isWritable(folder) {
  const file = path.join(root, folder)
  try {
    accessSync(existsSync(file) ? file : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} folder
 * @param {string} problem
 * @param {{ mayReplace: boolean }} options
 * @throws If this user can't replace the folder, or if it exists and must not be replaced.
 */
export function requireReplaceable(folder, problem, { mayReplace }) {
  if (!isWritable(folder))
    throw new Error(
      `${problem}, and this user can't write to ${path.join(root, folder)}. Run "npm run build" in ${root} as its owner.`,
    )
  if (!mayReplace && existsSync(path.join(root, folder)))
    throw new Error(
      `${problem}. Only npm start replaces it, because the program may be running from it. Stop the program, and run "npm run build" in ${root}.`,
    )
}
