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

/** The pids of the workers. A program run from source also has the compiler as a child. */
export const workersOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => (/\/main\.[jt]s\b/.test(child.command) ? [child.pid] : []))

/**
 * Pauses a process and its children, the parent first, so that it can't start another child. Each PostgreSQL backend
 * leads a process group, so signaling one group isn't enough.
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
