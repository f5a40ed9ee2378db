import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A living process, as the system describes it. */
export interface ProcessFacts {
  parent: number
  /** With the pid it names one process for ever, since pids are used again. */
  startedAt: string
  command: string
}

/** What lives under this pid; null when nothing does, or only the zombie of something that has ended. */
export function lookUpProcess(pid: number): ProcessFacts | null {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid)
}

/** True for the main process of a PostgreSQL server, and for its backends. */
export function isPostgres(facts: ProcessFacts): boolean {
  const [program = ''] = facts.command.split(' ')
  return path.basename(program).replace(/:$/, '') === 'postgres'
}

/** Sends a signal; a process that is gone already is what the sender wanted. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export interface Outcome {
  /** Exit code; null when a signal ended it or it could not be started. */
  code: number | null
  /** What it printed on both outputs, or why it could not be started. */
  output: string
}

/** Runs a short command to its end. It sees only the environment given here. */
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
    // A command that ends before it has read its input is judged by its exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function readProc(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces and parentheses itself; the fixed fields follow it.
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
