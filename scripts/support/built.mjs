/** Builds when a source is newer than the build. */
import { hashOf, unlessDone } from './project.mjs'

const sources = ['domain', 'contract', 'server', 'web', 'public']
const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json']

export async function ensureBuilt() {
  await unlessDone('dist/.built', hashOf(...sources, ...files), async () => {
    console.log('Building …')
    const { build } = await import('../build.mjs')
    await build()
  })
}
