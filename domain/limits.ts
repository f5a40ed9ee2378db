/** Limits of requests and lists. Screens import this file without loading schemas or rules. */

/** The maximum number of items in each list of Today. Further items are only counted. */
export const maxListed = 5
/** Counting stops here, to limit the cost of the query. */
export const maxCounted = 100

/** The maximum number of loans in one request for shares. */
export const maxSharesAsked = 100

/** The maximum number of recipients that a list offers. A search finds others. */
export const maxRecipients = 20
