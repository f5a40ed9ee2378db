/**
 * `npm run drill`: injects faults into a temporary copy of the product, and checks that nothing was
 * lost.
 */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#test/tools/drill/main.ts')
