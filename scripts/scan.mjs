/**
 * `npm run scan`: runs sqlmap, wapiti and slowhttptest against the built product; `-- --quick` takes
 * three minutes, `-- --whole` up to two hours.
 */
import { prepareTool } from './support/tool.mjs'

await prepareTool()
await import('#test/tools/security/main.ts')
