/** `npm run bench`: measures the promises of docs/performance.md on the built product. */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#bench/main.ts')
