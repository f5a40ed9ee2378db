import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface ProcessFacts {
  parent: number
  /** The start time. Together with the pid, it identifies a process, because pids are reused. */
  startedAt: string
  command: string
}

export function lookUpProcess(pid: number): ProcessFacts | null {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid)
}

export function isPostgres(facts: ProcessFacts): boolean {
  const [program = ''] = facts.command.split(' ')
  return path.basename(program).replace(/:$/, '') === 'postgres'
}

/** Ignores a process that has already exited. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export interface Outcome {
  /** The exit code, or null if a signal ended the process or if it couldn't start. */
  code: number | null
  output: string
}

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
    // A command can exit before it reads its input. Only the exit code matters.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function readProc(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses can contain spaces and parentheses, so the other fields are read from the text after it.
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
