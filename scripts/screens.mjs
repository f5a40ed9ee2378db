/** `npm run screens`: takes screenshots of every screen, wide and narrow, light and dark. */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run screens -- [--only <screen>]

Takes pictures of every screen, or only of one, and saves them in test-results/screens.`

requireNode()
const { only } = readArguments(usage, { options: { only: { type: 'string' } } })
const { rmSync } = await import('node:fs')
const path = await import('node:path')
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { root } = await import('./support/project.mjs')
const { run, tool } = await import('./support/run.mjs')

await ensureDependencies()
await ensureBuilt()
if (!only) rmSync(path.join(root, 'test-results/screens'), { recursive: true, force: true })
process.env.PICTURES = 'on'
// The title of a test begins with its screen.
const which = only ? ['--grep', ` ${only}, (light|dark)$`] : []
process.exitCode = await run([...tool('@playwright/test', 'cli.js'), 'test', ...which])
