/** How much of what awaits a person is listed. */

/** As many of a kind are listed; the rest is only counted. */
export const mostListed = 5
/** Counting ends here, so that it never takes long. */
export const mostCounted = 100
