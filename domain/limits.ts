/** Limits of requests and lists, apart from schemas and rules, so that screens load neither. */

/** Items of a list of today's work; further items are only counted. */
export const maxListed = 5
/** Counting stops here, to limit the cost of the query. */
export const maxCounted = 100

/** Loans whose shares one request asks for. */
export const maxSharesAsked = 100

/** Recipients that a list offers; a search finds others. */
export const maxRecipients = 20
