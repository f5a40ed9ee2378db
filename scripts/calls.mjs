/** `npm run calls`: prints the table of calls to docs/calls.md. */
import { requireNode } from './support/node-version.mjs'

requireNode()
const { writeFileSync } = await import('node:fs')
const path = await import('node:path')
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { root } = await import('./support/project.mjs')
await ensureDependencies()
const { register } = await import('tsx/esm/api')
register()
const { callsByArea } = await import('#contract/endpoints.ts')
const { callsPage } = await import('#server/openapi/calls-page.ts')
writeFileSync(path.join(root, 'docs/calls.md'), callsPage(callsByArea))
console.log('Wrote docs/calls.md')
