/** `npm run bench:web`: opens every screen with Lighthouse (docs/performance.md). */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
await ensureDependencies()
await ensureBuilt()
const { register } = await import('tsx/esm/api')
register()
// Runs in this process, so that Ctrl-C reaches it and it can clean up.
await import('#bench/web/main.ts')
