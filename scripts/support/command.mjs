/** Runs one of the programs beside the server, built from `server/commands`. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { root } from './project.mjs'

/** Installs and builds what is missing; then this process becomes the program, arguments and all. */
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
