import { expect, it } from 'vitest'
import { canReadCpu, cpuMsOf, parseMachineTicks, parseStat } from './processes.ts'

it('reads a line of /proc/<pid>/stat, whatever the name of the command', () => {
  const line =
    '4711 (a) b (c) S 42 4711 4711 0 -1 4194304 100 200 0 0 250 50 30 20 20 0 1 0 12345 1000 10 0'
  expect(parseStat(line)).toEqual({ pid: 4711, parent: 42, ownTicks: 300, endedChildrenTicks: 50 })
})

it.runIf(canReadCpu)('reads the CPU time of this process, and none of a missing one', () => {
  expect(cpuMsOf(process.pid)).toBeGreaterThan(0)
  expect(cpuMsOf(2 ** 30)).toBeNull()
})

it('adds up what all processes of the machine have used, without idle time', () => {
  const text = 'cpu  100 10 50 9000 300 5 6 7 0 0\ncpu0 50 5 25 4500 150 2 3 3 0 0\n'
  expect(parseMachineTicks(text)).toBe(178)
})
