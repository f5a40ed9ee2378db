/** `npm run screens`: takes screenshots of every screen, wide and narrow, in light and dark mode. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { readArguments } from './support/arguments.mjs'
import { ensureBuilt } from './support/built.mjs'
import { run, tool } from './support/processes.mjs'
import { root } from './support/project.mjs'

const usage = `npm run screens -- [--only <screen>]

Takes pictures of every screen, or only of one, and saves them in test-results/screens.`

const { only } = readArguments(usage, { options: { only: { type: 'string' } } })
await ensureBuilt()
if (!only) rmSync(path.join(root, 'test-results/screens'), { recursive: true, force: true })
process.env['PICTURES'] = 'on'
// Each test's title begins with the screen's name. In the full title, a space precedes the name.
const which = only ? ['--grep', ` ${only}, (light|dark)$`] : []
process.exitCode = await run([...tool('@playwright/test', 'cli.js'), 'test', ...which])
