import { availableParallelism } from 'node:os'

/**
 * Exceeds the number of processors by two, because tests spend time waiting. The maximum of six leaves free connections
 * in the test database.
 */
export const testWorkers = Math.min(6, availableParallelism() + 2)

/** Browser tests wait less than other tests, and each additional browser uses memory and cache space. */
export const browserTestWorkers = Math.min(6, availableParallelism() + 1)
