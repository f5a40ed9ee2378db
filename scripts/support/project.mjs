/** The project's folder, and whether what was made from its files is up to date. */
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
 * One hash over the names and contents of files and whole folders, with names relative to the
 * project, and the interface that this Node offers to native modules: an update within a major version
 * of Node keeps it.
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
 * Whether the stamp shows that the work was done for these inputs.
 * @param {string} stamp
 * @param {string} hash
 */
export function isDone(stamp, hash) {
  const file = path.join(root, stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/**
 * Renamed into place, so that the stamp is never half written, and other hard links to it don't change.
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
 * Does the work unless the stamp shows that it was done for the same inputs.
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
 * Whether this user can write into a folder of the project, or create it.
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
 * Throws one line if this user can't replace the contents of the folder, or if they must not be replaced.
 * @param {string} folder
 * @param {string} problem
 * @param {{ mayReplace: boolean }} options
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
