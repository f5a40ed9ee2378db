/** `npm start`: installs what is missing, builds what is stale, and serves the product. */
import { requireNode } from './support/node-version.mjs'

requireNode()

const { ensureDependencies } = await import('./support/dependencies.mjs')
const { ensureBuilt } = await import('./support/built.mjs')
const { root } = await import('./support/project.mjs')
const path = await import('node:path')
const { pathToFileURL } = await import('node:url')

try {
  await ensureDependencies()
  await ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
// In this very process, so that there is one program to signal and to watch.
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href)
