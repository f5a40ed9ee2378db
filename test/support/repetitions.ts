/** Whether `npm run prove` runs the tests, which takes its time. */
export const isLongRun = process.env['REPETITIONS'] === 'many'

/**
 * How often a test with random values repeats. `npm test` repeats it a few times with new values in
 * every run; `npm run prove` sets REPETITIONS=many.
 */
export const repetitions = (few: number, many: number): number => (isLongRun ? many : few)

/**
 * The numbers of workers with which the tests that compare them start the program. One worker, the
 * default, serves in all other tests; here, only the long run tries it.
 */
export const workerCounts = isLongRun ? [{ workers: '1' }, { workers: '2' }] : [{ workers: '2' }]

/** The numbers of the rounds, starting with 1. */
export const roundsOf = (few: number, many: number): number[] =>
  Array.from({ length: repetitions(few, many) }, (_, index) => index + 1)
