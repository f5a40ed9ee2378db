/** Installs what package-lock.json names, if it is missing or changed. */
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.mjs'
import { hashOf, root, unlessDone } from './project.mjs'

export async function ensureDependencies() {
  const stamp = 'node_modules/.paripassu-installed'
  // Not package.json, because a new script in it requires no other packages.
  await unlessDone(stamp, hashOf('package-lock.json'), async () => {
    // npm empties the folder that it installs into, which may be somebody else's behind a symbolic
    // link.
    if (lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error('node_modules is a link, and what it leads to does not fit package-lock.json')
    console.log('Installing dependencies …')
    // NODE_ENV=production would omit what the build needs.
    const code = await run([
      ...['npm', 'ci', '--include=dev', '--include=optional'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ])
    if (code !== 0) throw new Error('npm ci failed; its words are above')
  })
}
