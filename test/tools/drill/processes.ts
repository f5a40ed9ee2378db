import { readdirSync } from 'node:fs'
import { lookUpProcess, signalProcess } from '#server/database/embedded/processes.ts'

export const whyNoProcessList = () =>
  process.platform === 'linux' ? null : 'only Linux lists processes in /proc'

export function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const facts = lookUpProcess(Number(name))
      return facts?.parent === pid ? [{ pid: Number(name), command: facts.command }] : []
    })
}

/** Returns the workers' process ids. If the server runs from source, the compiler is also a child process. */
export const workersOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => (/\/main\.[jt]s\b/.test(child.command) ? [child.pid] : []))

/**
 * Pauses a process before its children because a paused process can't start another child. Signaling one process group
 * isn't enough, because each PostgreSQL backend is in a separate group.
 */
export function freezeFamily(pid: number): number[] {
  signalProcess(pid, 'SIGSTOP')
  const family = [pid, ...childrenOf(pid).map((child) => child.pid)]
  signalAll(family, 'SIGSTOP')
  return family
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) signalProcess(pid, signal)
}
