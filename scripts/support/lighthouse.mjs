/**
 * Installs Lighthouse as bench/web/lighthouse/package-lock.json names it. It isn't a dependency of the
 * project, because it is 185 MB, which everybody would have to download before the first start.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { hashOf, root, unlessDone } from './project.mjs'
import { run } from './run.mjs'

const source = 'bench/web/lighthouse'
const folder = '.cache/lighthouse'

/** Returns the folder that it is in. */
export async function ensureLighthouse() {
  const target = path.join(root, folder)
  await unlessDone(`${folder}/.installed`, hashOf(source), async () => {
    console.log('Installing Lighthouse …')
    mkdirSync(target, { recursive: true })
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(root, source, name), path.join(target, name))
    const code = await run([
      ...['npm', 'ci', '--prefix', target, '--ignore-scripts'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ])
    if (code !== 0) throw new Error("Lighthouse couldn't be installed; see npm's output above")
  })
  return target
}
