/** `npm run bench`: measures the built product next to its bounds (docs/performance.md). */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#bench/main.ts')
