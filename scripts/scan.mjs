/**
 * `npm run scan`: runs sqlmap, wapiti and slowhttptest against the built product; `-- --quick` takes
 * three minutes, `-- --whole` up to two hours.
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
await import('#test/tools/security/main.ts')
