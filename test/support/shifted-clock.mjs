/**
 * Loaded before a program, this makes its clock jump: by the milliseconds in the file that CLOCK_FILE
 * names, read again and again. What measures spans (performance.now, timers) goes on evenly, as it
 * does when a machine's clock is set. Plain JavaScript, since Node loads it before anything else.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
let shiftMs = 0

function look() {
  try {
    shiftMs = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
  } catch {
    // No file, no jump.
  }
}

look()
setInterval(look, 20).unref()
const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  get: (date, name, self) => (name === 'now' ? now : Reflect.get(date, name, self)),
  construct: (date, given, self) =>
    Reflect.construct(date, given.length === 0 ? [now()] : given, self === Date ? date : self),
  apply: () => new RealDate(now()).toString(),
})
