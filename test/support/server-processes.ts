/** Kills, freezes, or resumes all processes of the PostgreSQL server that a program has started. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const postmasterPid = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0])

export function signalServer(dataDir: string, signal: NodeJS.Signals): void {
  const parent = postmasterPid(dataDir)
  send(parent, signal)
  // Once the main process has been stopped or has exited, it can't start another backend.
  for (const pid of childrenOf(parent)) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited, as backends do when their server exits.
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // In /proc/PID/stat, the name in parentheses can contain spaces. The parent's id is the second field after the
      // name.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}
