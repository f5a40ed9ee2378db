/** Installs what is missing, builds what is stale, and becomes the program. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { root } from './project.mjs'

try {
  await ensureDependencies()
  await ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
// In this very process, so that there is one program to signal and to watch.
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href)
