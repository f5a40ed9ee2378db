/** Runs the server or a command-line program, built from `server/commands`. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { root } from './project.mjs'

/**
 * Installs missing dependencies and rebuilds if a source changed. Then it runs the program in this
 * process, with its arguments, so that signals reach it directly.
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
