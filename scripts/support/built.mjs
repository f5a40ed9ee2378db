/** Builds the app if the existing build doesn't match the sources. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { hashOf, isDone, markDone, requireReplaceable, root } from './project.mjs'
import { run } from './processes.mjs'

const stamp = 'dist/.built'
const sources = ['domain', 'contract', 'server', 'web', 'public']
const files = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'scripts/build.mjs',
]

const hashOfSources = () => hashOf(...sources, ...files)

/** `mayReplace` allows replacing an outdated build. */
export async function ensureBuilt({ mayReplace = true } = {}) {
  if (isDone(stamp, hashOfSources())) return
  requireReplaceable('dist', "The build doesn't match the sources", { mayReplace })
  console.log('Building …')
  // The build needs NODE_ENV=production, so it runs in a separate process.
  const code = await run([process.execPath, 'scripts/run.mjs', 'build'])
  if (code !== 0) throw new Error('The build failed; see its output above')
}

/**
 * Runs a build and marks it with the hash that the sources had before the build. An unfinished build has no mark.
 * @param {() => unknown} build
 */
export async function buildAndMark(build) {
  const hash = hashOfSources()
  rmSync(path.join(root, stamp), { force: true })
  await build()
  markDone(stamp, hash)
}
