import { availableParallelism } from 'node:os'

/**
 * How many tests run at a time: one more than there are processors, because a test also waits. More than four
 * would want more connections than the database of the tests has.
 */
export const testWorkers = Math.min(4, availableParallelism() + 1)
