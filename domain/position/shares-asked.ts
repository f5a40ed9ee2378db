/**
 * The maximum number of loans in one request. A separate file, so that the browser doesn't load the rules of
 * commitments.
 */
export const maxSharesAsked = 100
