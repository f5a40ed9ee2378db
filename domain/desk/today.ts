/** Further items are only counted. */
export const maxListed = 5
/** Counting stops here, to limit the cost of the query. */
export const maxCounted = 100
