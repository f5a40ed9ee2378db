import { availableParallelism } from 'node:os'

/**
 * How many tests run at a time: two more than there are processors, because a test also waits. At most six, which
 * leaves connections to spare in the database of the tests.
 */
export const testWorkers = Math.min(6, availableParallelism() + 2)

/** The same for tests in a browser, which wait less: each more is a browser that takes memory and caches. */
export const browserTestWorkers = Math.min(6, availableParallelism() + 1)
