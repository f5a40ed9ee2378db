/** Builds when a source is newer than the build. */
import { hashOf, unlessDone } from './project.mjs'
import { run } from './run.mjs'

const sources = ['domain', 'contract', 'server', 'web', 'public']
const files = [
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
  'scripts/build.mjs',
]

export async function ensureBuilt() {
  await unlessDone('dist/.built', hashOf(...sources, ...files), async () => {
    console.log('Building …')
    // A separate process, because the build runs for production, whatever the program's environment
    // is.
    const code = await run([process.execPath, 'scripts/build.mjs'])
    if (code !== 0) throw new Error('The build failed; see its output above')
  })
}
