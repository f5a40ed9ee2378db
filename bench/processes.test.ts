import { expect, it } from 'vitest'
import { canReadCpu, cpuMsOf, parseStat } from './processes.ts'

it('reads a line of /proc/<pid>/stat, whatever the name of the command', () => {
  const line =
    '4711 (a) b (c) S 42 4711 4711 0 -1 4194304 100 200 0 0 250 50 30 20 20 0 1 0 12345 1000 10 0'
  expect(parseStat(line)).toEqual({ pid: 4711, parent: 42, ownTicks: 300, endedChildrenTicks: 50 })
})

it.runIf(canReadCpu)('reads the CPU time of this process, and none of a missing one', () => {
  expect(cpuMsOf(process.pid)).toBeGreaterThan(0)
  expect(cpuMsOf(2 ** 30)).toBeNull()
})
