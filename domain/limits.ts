/**
 * Limits for requests and lists, in a separate file so that screens can import them without loading schemas or rules.
 */

/** The number of items in each list of Today unless the caller asks for more. Further items are only counted. */
export const maxListed = 5
/** Counting stops at this number, because counting everything would be expensive. */
export const maxCounted = 100

export const maxSharesAsked = 100

/** The maximum number of recipients in a list. Users can search for the others. */
export const maxRecipients = 20

/** The maximum number of recipients of a private message, which is enough for all lenders of a large originator. */
export const maxWrittenTo = 500

/** The maximum number of lenders for whom an allocation has separate choices. */
export const maxAllocated = 500
