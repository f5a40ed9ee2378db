import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './project.mjs'

/**
 * Returns the command line that runs a package's script with the current Node.
 * @param {string} name
 * @param {string} script
 */
export const tool = (name, script) => [
  process.execPath,
  path.join(root, 'node_modules', name, script),
]

/**
 * Runs a program with inherited output, and returns its exit code.
 * @param {string[]} command
 * @returns {Promise<number>}
 */
export function run([program = '', ...rest]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // On Windows, npm is a batch file, which needs a shell.
      shell: process.platform === 'win32' && program === 'npm',
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/**
 * Runs a program, and both prints and returns its output.
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runAndRead([program = '', ...rest]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
