/**
 * Loaded before a program, this shifts its clock by the milliseconds in the file that CLOCK_FILE
 * names, which it reads repeatedly. Durations (performance.now, timers) aren't affected, as when a
 * machine's clock is set. It is plain JavaScript, because Node loads it before anything else.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
let shiftMs = 0

function look() {
  try {
    shiftMs = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
  } catch {
    // Without the file, the clock isn't shifted.
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
