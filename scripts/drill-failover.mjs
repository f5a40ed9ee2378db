/**
 * `npm run drill:failover`: two programs on a pair of PostgreSQL servers; kills the primary, and checks that
 * nothing was lost.
 */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
await ensureDependencies()
await ensureBuilt()
const { register } = await import('tsx/esm/api')
register()
// Runs in this process, so that Ctrl-C reaches it and it can clean up.
await import('#test/tools/failover/main.ts')
