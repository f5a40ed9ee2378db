/**
 * Makes a value when it is first asked for, and keeps it. A format of dates takes as long to make as a large module,
 * which a start, and a page that has no dates, need not wait for.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
