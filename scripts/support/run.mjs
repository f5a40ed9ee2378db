/** Runs a program with its output going to ours; gives its exit code. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './project.mjs'

/** A program of an installed package, started by this very Node. */
export const tool = (name, script) => [
  process.execPath,
  path.join(root, 'node_modules', name, script),
]

export function run([program, ...rest], { env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
      // npm is a script on Windows.
      shell: process.platform === 'win32' && program === 'npm',
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}
