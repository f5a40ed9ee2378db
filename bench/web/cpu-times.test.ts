import { expect, it } from 'vitest'
import { countCpuTime, type TraceEvent } from './cpu-times.ts'

const event = (tid: number, ts: number, dur?: number, tdur?: number): TraceEvent => ({
  ...{
    name: dur === undefined ? 'mark' : 'ThreadControllerImpl::RunTask',
    ph: 'X',
    pid: 1,
    tid,
    ts,
  },
  ...(dur === undefined ? {} : { dur }),
  ...(tdur === undefined ? {} : { tdur }),
})

it('shortens a task to its processor time, and what happened in it in proportion', () => {
  const inner = { ...event(1, 140, 40, 30), name: 'FunctionCall' }
  const events = [event(1, 100, 100, 25), inner, event(1, 180), event(1, 220), event(2, 150)]
  countCpuTime(events)
  expect(events.map(({ ts, dur }) => [ts, dur])).toEqual([
    [100, 25],
    [110, 10],
    [120, undefined],
    [220, undefined],
    [150, undefined],
  ])
})

it('leaves a task alone whose processor time is unknown, or all of its time', () => {
  const events = [event(1, 100, 50), event(1, 200, 50, 50), event(1, 220)]
  const before = structuredClone(events)
  countCpuTime(events)
  expect(events).toEqual(before)
})
