/** The processes of a program's own PostgreSQL: killed, frozen and thawed together. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The main process of the server in that DATA_DIR. */
export const postmasterPid = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'postgres/18/postmaster.pid'), 'utf8').split('\n')[0])

/** Sends a signal to the server and all of its backends, the main process first. */
export function signalServer(dataDir: string, signal: NodeJS.Signals): void {
  const parent = postmasterPid(dataDir)
  send(parent, signal)
  // Once stopped or gone, it starts no further backend.
  for (const pid of childrenOf(parent)) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already exited, as backends do when their server is gone.
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in parentheses may contain spaces; the parent is the second field after it.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}
