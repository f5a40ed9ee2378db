/**
 * Makes a value when it is first asked for, and keeps it: the first format of dates takes 20 ms, which a start and a
 * page without any don't wait for.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
