/** `npm run hostile`: sends generated hostile requests to the built product. */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#test/tools/hostile/run.ts')
