/** Runs the server or a command-line program, built from `server/commands`. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { root } from './project.mjs'

/**
 * Runs the program in this process, with its arguments, so that signals reach it directly. Installs and
 * builds before if nothing is there yet. Older packages and an older build are replaced only if `mayReplace`:
 * a program may be running from them. Where 1 is a verdict, whatever fails before there is one ends with another
 * code (`failedWith`).
 */
export async function runCommand(name, { mayReplace = false, failedWith = 1 } = {}) {
  try {
    await ensureDependencies({ mayReplace })
    await ensureBuilt({ mayReplace })
  } catch (error) {
    console.error(error.message)
    process.exit(failedWith)
  }
  if (failedWith !== 1)
    process.on('uncaughtException', (error) => {
      console.error(error)
      process.exit(failedWith)
    })
  await import(pathToFileURL(path.join(root, `dist/server/${name}.js`)).href)
}
