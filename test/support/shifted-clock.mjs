/**
 * Shifts the clock of a program that loads this file first by the number of milliseconds in the file named by
 * CLOCK_FILE. Durations aren't affected. Node loads this file directly, so it is plain JavaScript.
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
