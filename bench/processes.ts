/**
 * The CPU time of a process and of its children, from /proc. It is steadier than throughput on a
 * machine that does other work too, because waiting for a core doesn't count.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** What /proc/<pid>/stat says of a process. */
export interface ProcessStat {
  pid: number
  parent: number
  /** Its own time in user and kernel mode, in ticks. */
  ownTicks: number
  /** That of its children that have ended and that it has waited for. */
  endedChildrenTicks: number
}

/** Parses a line of /proc/<pid>/stat; the command in parentheses may contain anything. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // Counted from the third field, which is the state (proc_pid_stat(5)).
  const field = (number: number) => Number(fields[number - 3])
  return {
    pid: Number.parseInt(line, 10),
    parent: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
  }
}

/** Whether CPU time can be read here. */
export const canReadCpu = process.platform === 'linux'

let cachedTickMs: number | null = null

function tickMs(): number {
  cachedTickMs ??= 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return cachedTickMs
}

/**
 * The CPU milliseconds that a process and its living and ended descendants have used so far; null
 * where /proc is missing. A child that ended in between is counted once its parent has waited for it.
 */
export function cpuMsOf(pid: number): number | null {
  if (!canReadCpu) return null
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name))
  const ticksOf = (stat: ProcessStat): number =>
    all
      .filter(({ parent }) => parent === stat.pid)
      .reduce((sum, child) => sum + ticksOf(child), stat.ownTicks + stat.endedChildrenTicks)
  const found = all.find((stat) => stat.pid === pid)
  return found ? ticksOf(found) * tickMs() : null
}

function readStat(pid: string): ProcessStat[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
  } catch {
    // It ended after it was listed.
    return []
  }
}

/**
 * The CPU milliseconds that all processes of the machine have used so far, from the first line of
 * /proc/stat: every field but idle and waiting for disks.
 */
export function parseMachineTicks(text: string): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').map(Number) ?? []
  return user + nice + system + irq + softirq + steal
}

/** The same for this machine; null where /proc is missing. */
export const machineCpuMs = (): number | null =>
  canReadCpu ? parseMachineTicks(readFileSync('/proc/stat', 'utf8')) * tickMs() : null

/** With more of the machine in use by other programs, times say nothing. */
export const mostOthersShare = 1 / 3

/**
 * Starts to watch the machine; returns the share of all its cores that programs other than this one and
 * its descendants have used since, null where /proc is missing.
 */
export function watchOthers(): () => number | null {
  const look = () => ({
    at: performance.now(),
    own: cpuMsOf(process.pid),
    all: machineCpuMs(),
  })
  const before = look()
  return () => {
    const now = look()
    if (now.own === null || now.all === null || before.own === null || before.all === null)
      return null
    const othersMs = now.all - before.all - (now.own - before.own)
    return Math.max(0, othersMs / ((now.at - before.at) * cpus().length))
  }
}
