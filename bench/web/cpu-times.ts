/**
 * Gives the tasks of a recorded trace the duration that they used the processor, so that Lighthouse doesn't
 * count what other programs on the machine made them wait.
 */

/** A trace event, as far as it is read here; times are microseconds. */
export interface TraceEvent {
  name: string
  /** X is an event with a duration. */
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** The processor's time. */
  tdur?: number
}

const isTask = ({ name, ph, dur, tdur }: TraceEvent) =>
  ph === 'X' && name.endsWith('RunTask') && dur !== undefined && tdur !== undefined && dur > tdur

/** Shortens each task in place, and in proportion all that happened in it. */
export function countCpuTime(events: TraceEvent[]): void {
  const threads = new Map<string, TraceEvent[]>()
  for (const event of events) {
    const name = `${event.pid} ${event.tid}`
    const thread = threads.get(name)
    if (thread) thread.push(event)
    else threads.set(name, [event])
  }
  for (const thread of threads.values()) shorten(thread.toSorted((a, b) => a.ts - b.ts))
}

function shorten(thread: TraceEvent[]) {
  let task: { ts: number; end: number; factor: number } | null = null
  for (const event of thread) {
    if ((!task || event.ts >= task.end) && isTask(event)) {
      const { ts, dur = 0, tdur = 0 } = event
      task = { ts, end: ts + dur, factor: tdur / dur }
    }
    if (!task || event.ts >= task.end) continue
    event.ts = task.ts + (event.ts - task.ts) * task.factor
    if (event.dur !== undefined) event.dur *= task.factor
  }
}
