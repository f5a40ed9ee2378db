/** `npm run hostile`: a long run of generated hostile requests against the built product. */
import { requireNode } from './support/node-version.mjs'

requireNode()
// Only now, since what follows is written for a Node that is new enough.
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { ensureBuilt } = await import('./support/built.mjs')
const { run } = await import('./support/run.mjs')
await ensureDependencies()
await ensureBuilt()
const program = ['--import', 'tsx', 'test/tools/hostile/run.ts', ...process.argv.slice(2)]
process.exit(await run([process.execPath, ...program]))
