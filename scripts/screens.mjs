/**
 * `npm run screens`: takes screenshots of every screen for `docs/screens`, wide and narrow, light and
 * dark.
 */
import { readArguments } from './support/arguments.mjs'
import { requireNode } from './support/node-version.mjs'

const usage = `npm run screens -- [--only <screen>]

Removes the pictures in docs/screens and takes all of them again, or only those of one screen.`

requireNode()
const { only } = readArguments(usage, { options: { only: { type: 'string' } } })
const { mkdirSync, readdirSync, rmSync, writeFileSync } = await import('node:fs')
const path = await import('node:path')
const { ensureBuilt } = await import('./support/built.mjs')
const { ensureDependencies } = await import('./support/dependencies.mjs')
const { pictureName, printPictures } = await import('./support/picture-list.mjs')
const { root } = await import('./support/project.mjs')
const { run, tool } = await import('./support/run.mjs')

const folder = path.join(root, 'docs/screens')
const readNames = () => readdirSync(folder).filter((name) => pictureName.test(name))

/** Removes the old pictures, so that none stays of a screen or a width that no longer exists. */
function clear() {
  mkdirSync(folder, { recursive: true })
  for (const name of readNames())
    if (!only || pictureName.exec(name)[1] === only) rmSync(path.join(folder, name))
}

function writeList() {
  const names = readNames()
  writeFileSync(path.join(folder, 'README.md'), printPictures(names))
  console.log(`${names.length} pictures in docs/screens`)
}

await ensureDependencies()
await ensureBuilt()
clear()
process.env.PICTURES = 'on'
// The title of a test begins with its screen.
const which = only ? ['--grep', ` ${only}, (light|dark)$`] : []
const code = await run([...tool('@playwright/test', 'cli.js'), 'test', ...which])
writeList()
process.exitCode = code
