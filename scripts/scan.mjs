/** `npm run scan`: sqlmap, wapiti and slowhttptest against the built product; `-- --quick` in three minutes, `-- --whole` for hours. */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
await ensureDependencies()
await ensureBuilt()
const { register } = await import('tsx/esm/api')
register()
// In this very process, so that there is one to interrupt, which then cleans up.
await import('#test/tools/security/main.ts')
