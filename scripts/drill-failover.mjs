/**
 * `npm run drill:failover`: two programs on a pair of PostgreSQL servers; kills the primary, and checks that
 * nothing was lost.
 */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#test/tools/failover/main.ts')
