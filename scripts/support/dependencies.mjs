/** Installs what package-lock.json names, when it is missing or was changed. */
import { run } from './run.mjs'
import { hashOf, unlessDone } from './project.mjs'

export async function ensureDependencies() {
  const stamp = 'node_modules/.paripassu-installed'
  await unlessDone(stamp, hashOf('package.json', 'package-lock.json'), async () => {
    console.log('Installing dependencies …')
    // NODE_ENV=production would leave out what the build needs.
    const code = await run([
      ...['npm', 'ci', '--include=dev', '--include=optional'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ])
    if (code !== 0) throw new Error('npm ci failed; its words are above')
  })
}
