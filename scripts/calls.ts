/** `npm run calls`: writes the table of endpoints to docs/calls.md. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { callsByArea } from '#contract/endpoints.ts'
import { callsPage } from '#server/openapi/calls-page.ts'
import { root } from './support/project.mjs'

writeFileSync(path.join(root, 'docs/calls.md'), callsPage(callsByArea))
console.log('Wrote docs/calls.md')
