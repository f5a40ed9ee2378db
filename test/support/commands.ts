import { spawn } from 'node:child_process'
import { projectRoot } from '#server/project-root.ts'
import { neutralSettings } from '#test/support/neutral-settings.ts'
import { nodeArguments } from './node-arguments.ts'

export interface CommandRun {
  output: () => string
  kill: (signal: NodeJS.Signals) => void
  /** The exit code, or null if a signal ended the command. */
  ended: Promise<number | null>
}

export function startCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
): CommandRun {
  const child = spawn(process.execPath, [...nodeArguments(name), ...args], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'] ?? '', ...neutralSettings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => void (output += chunk.toString())
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return {
    output: () => output,
    kill: (signal) => child.kill(signal),
    ended: new Promise((resolve) => child.once('close', resolve)),
  }
}

export async function runCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const run = startCommand(name, args, settings)
  return { code: await run.ended, output: run.output() }
}
