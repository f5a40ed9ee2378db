/** Finds the project's folder, whether the server runs from its sources or from the bundle. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('package.json was not found above the program')
  return findRoot(parent)
}

export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)))
