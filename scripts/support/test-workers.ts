import { availableParallelism } from 'node:os'

/**
 * Two more than the number of processors, because tests spend time waiting. At most six, so that the test database has
 * free connections.
 */
export const testWorkers = Math.min(6, availableParallelism() + 2)

/** Browser tests wait less than other tests, and each additional browser uses memory and cache space. */
export const browserTestWorkers = Math.min(6, availableParallelism() + 1)
