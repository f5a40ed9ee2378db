/** The processes of a copy: their parents and children, and signals to several of them. */
import { readdirSync } from 'node:fs'
import { lookUpProcess, signalProcess } from '#server/database/embedded/processes.ts'

/** Why the children of a process can't be listed here; null when they can. */
export const whyNoProcessList = () =>
  process.platform === 'linux' ? null : 'only Linux lists processes in /proc'

/** The living children of a process. */
export function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const facts = lookUpProcess(Number(name))
      return facts?.parent === pid ? [{ pid: Number(name), command: facts.command }] : []
    })
}

/** The pids of the program's workers; run from its source, the program has the compiler as a child too. */
export const workersOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => (/\/main\.[jt]s\b/.test(child.command) ? [child.pid] : []))

/**
 * Pauses a process and all its children, the parent first, so that it can't start another one;
 * returns their pids. PostgreSQL's backends aren't one process group: each leads its own.
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
