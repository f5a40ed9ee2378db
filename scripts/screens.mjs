/**
 * `npm run screens`: takes screenshots of every screen for `docs/screens`, wide and narrow, light and
 * dark.
 */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run screens

Removes the pictures in docs/screens and takes all of them again.`

requireNode()
readArguments(usage)
const { readdirSync, rmSync, writeFileSync } = await import('node:fs')
const path = await import('node:path')
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { printPictures } = await import('./support/picture-list.mjs')
const { root } = await import('./support/project.mjs')
const { run, tool } = await import('./support/run.mjs')

const folder = path.join(root, 'docs/screens')

/** Removes the old pictures, so that none stays of a screen that no longer exists. */
function clear() {
  rmSync(folder, { recursive: true, force: true })
}

function writeList() {
  const names = readdirSync(folder)
  writeFileSync(path.join(folder, 'README.md'), printPictures(names))
  console.log(`${names.length} pictures in docs/screens`)
}

await ensureDependencies()
await ensureBuilt()
clear()
process.env.PICTURES = 'on'
const code = await run([...tool('@playwright/test', 'cli.js'), 'test'])
writeList()
process.exitCode = code
