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
const { root } = await import('./support/project.mjs')
const { run, tool } = await import('./support/run.mjs')

const folder = path.join(root, 'docs/screens')
const pictureName = /^(.+)-(\d+)-(light|dark)\.png$/

/** Removes the old pictures, so that none stays of a screen that no longer exists. */
function clear() {
  rmSync(folder, { recursive: true, force: true })
}

/** A table of all pictures: one row per screen, one column per width. */
function writeList() {
  const names = readdirSync(folder).filter((name) => pictureName.test(name))
  const parts = names.map((name) => pictureName.exec(name) ?? [])
  const screens = [...new Set(parts.map(([, screen]) => screen))].toSorted()
  const widths = [...new Set(parts.map(([, , width]) => Number(width)))].toSorted((a, b) => b - a)
  const cell = (screen, width) =>
    ['light', 'dark']
      .filter((theme) => names.includes(`${screen}-${width}-${theme}.png`))
      .map((theme) => `[${theme}](${screen}-${width}-${theme}.png)`)
      .join(' ')
  const row = (cells) => `| ${cells.join(' | ')} |`
  const lines = [
    '# Every screen',
    '',
    `${names.length} pictures, taken by \`npm run screens\` from the sample portfolio, at the widths of a`,
    'desktop, a tablet and a phone; the tablet only in the light theme. Long pages are cut. Those that the sample',
    'portfolio leaves empty show made-up answers.',
    '',
    row(['screen', ...widths.map((width) => `${width} px`)]),
    row(['---', ...widths.map(() => '---')]),
    ...screens.map((screen) => row([screen, ...widths.map((width) => cell(screen, width))])),
  ]
  writeFileSync(path.join(folder, 'README.md'), `${lines.join('\n')}\n`)
  console.log(`${names.length} pictures in docs/screens`)
}

await ensureDependencies()
await ensureBuilt()
clear()
process.env.PICTURES = 'on'
const code = await run([...tool('@playwright/test', 'cli.js'), 'test'])
writeList()
process.exitCode = code
