/** Becomes the program that serves, or one of those beside it, built from `server/commands`. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { root } from './project.mjs'

/**
 * Installs what is missing and builds what is stale; then this process becomes the program, arguments
 * and all, so that there is one to signal and to watch.
 */
export async function runCommand(name) {
  try {
    await ensureDependencies()
    await ensureBuilt()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  await import(pathToFileURL(path.join(root, `dist/server/${name}.js`)).href)
}
