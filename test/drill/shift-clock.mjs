/** Loaded before the program: its clock goes wrong by DRILL_CLOCK_SHIFT_MS, the database's does not. */
const RealDate = Date
const shiftMs = Number(process.env.DRILL_CLOCK_SHIFT_MS ?? 0)
const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, asked) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
