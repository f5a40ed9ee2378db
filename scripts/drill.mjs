/** `npm run drill`: faults against a temporary copy of the product, and whether anything was lost. */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
await ensureDependencies()
await ensureBuilt()
const { register } = await import('tsx/esm/api')
register()
// In this very process, so that there is one to interrupt, which then cleans up.
await import('#test/tools/drill/main.ts')
