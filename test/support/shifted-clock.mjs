/**
 * Shifts the clock of a program that loads this file before any other file. CLOCK_FILE names the file that contains the
 * shift in milliseconds. Durations don't change. Node loads this file directly, so it is plain JavaScript.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
let shiftMs = 0

function look() {
  try {
    shiftMs = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
  } catch {}
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
