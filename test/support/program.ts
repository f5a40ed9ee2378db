import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#server/project-root.ts'
import { neutralSettings } from '#test/support/neutral-settings.ts'
import { freePort } from './free-port.ts'
import { nodeArguments } from './node-arguments.ts'

export interface Program {
  address: string
  pid: number
  output: () => string
  hasEnded: () => boolean
  /**
   * Sends a signal and waits until the program exits. Returns the exit code, or null if the signal ended the program.
   */
  end: (signal: NodeJS.Signals) => Promise<number | null>
  /** Resolves after the program and all processes that it started have closed the output. */
  silent: Promise<unknown>
}

export async function startProgram(
  settings: Record<string, string>,
  health: '/readyz' | '/healthz' = '/readyz',
  command?: readonly string[],
): Promise<Program> {
  const program = await launchProgram(settings, command)
  const isReady = async () =>
    (await fetch(`${program.address}${health}`).catch(() => null))?.status === 200
  for (let waitedMs = 0; !(await isReady()); waitedMs += 50) {
    if (program.hasEnded() || waitedMs > 90_000) {
      await program.end('SIGKILL')
      throw new Error(`The program did not get ready:\n${program.output()}`)
    }
    await sleep(50)
  }
  return program
}

/** Starts the program without waiting until it is ready. */
export async function launchProgram(
  settings: Record<string, string>,
  command: readonly string[] = [process.execPath, ...nodeArguments('main')],
): Promise<Program> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...neutralSettings,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  }
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => void (output += chunk.toString())
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    silent: new Promise((resolve) => child.once('close', resolve)),
  }
}
