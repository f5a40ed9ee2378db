/** `npm run hostile`: sends generated hostile requests to the built product. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Imported only now, because it requires a Node that is new enough.
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { ensureBuilt } = await import('./support/built.mjs')
const { run } = await import('./support/run.mjs')
await ensureDependencies()
await ensureBuilt()
const program = ['--import', 'tsx', 'test/tools/hostile/run.ts', ...process.argv.slice(2)]
process.exit(await run([process.execPath, ...program]))
