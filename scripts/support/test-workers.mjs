import { availableParallelism } from 'node:os'

/**
 * How many tests run at a time: two more than there are processors, because a test also waits. More than six would
 * want more connections than the database of the tests has.
 */
export const testWorkers = Math.min(6, availableParallelism() + 2)
