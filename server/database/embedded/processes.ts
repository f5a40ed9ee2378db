import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A living process, as the system describes it. */
export interface ProcessFacts {
  parent: number
  /** Identifies one process together with the pid, since pids are reused. */
  startedAt: string
  command: string
}

/** The process with this pid; null when there is none, or only a zombie. */
export function lookUpProcess(pid: number): ProcessFacts | null {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid)
}

/** True for a PostgreSQL server's main process and for its backends. */
export function isPostgres(facts: ProcessFacts): boolean {
  const [program = ''] = facts.command.split(' ')
  return path.basename(program).replace(/:$/, '') === 'postgres'
}

/** Sends a signal; if the process is already gone, that is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export interface Outcome {
  /** Exit code; null when a signal ended it or it could not start. */
  code: number | null
  /** Its stdout and stderr, or the reason why it could not start. */
  output: string
}

/** Runs a short command to its end, with only the environment given here. */
export function runToEnd(
  command: string[],
  { env, input = '' }: { env: Record<string, string>; input?: string },
): Promise<Outcome> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: '/', env, stdio: 'pipe' })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output: output.trim() }))
    // A command may exit before reading its input; its exit code is what counts.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function readProc(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may itself contain spaces and parentheses; fixed fields follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return null
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { parent: Number(fields[1]), startedAt: fields[19] ?? '', command }
  } catch {
    return null
  }
}

function askPs(pid: number): ProcessFacts | null {
  const columns = ['-o', 'state=', '-o', 'ppid=', '-o', 'lstart=', '-o', 'command=']
  const { stdout } = spawnSync('ps', [...columns, '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
  })
  const match = /^\s*(\S+)\s+(\d+)\s+((?:\S+\s+){4}\d{4})\s+(.*)$/m.exec(stdout ?? '')
  if (!match || match[1]?.startsWith('Z')) return null
  return { parent: Number(match[2]), startedAt: match[3] ?? '', command: match[4] ?? '' }
}
