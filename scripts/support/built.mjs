/** Builds when the build doesn't match the sources. */
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

/** Builds, unless that was done. `mayReplace`: also if there is an older build. */
export async function ensureBuilt({ mayReplace = true } = {}) {
  if (isDone(stamp, hashOfSources())) return
  requireReplaceable('dist', "The build doesn't match the sources", { mayReplace })
  console.log('Building …')
  // A separate process, because the build runs for production, whatever the program's environment is.
  const code = await run([process.execPath, 'scripts/run.mjs', 'build'])
  if (code !== 0) throw new Error('The build failed; see its output above')
}

/**
 * Does a build, and marks it as that of the sources it began with. Until it is whole, it has no mark.
 * @param {() => unknown} build
 */
export async function buildAndMark(build) {
  const hash = hashOfSources()
  rmSync(path.join(root, stamp), { force: true })
  await build()
  markDone(stamp, hash)
}
