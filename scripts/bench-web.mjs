/** `npm run bench:web`: opens every screen with Lighthouse (docs/performance.md). */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#bench/web/main.ts')
