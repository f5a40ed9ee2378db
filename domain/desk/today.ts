/** How much of what awaits a person is listed. */

/** As many of a kind are listed; the rest is only counted. */
export const maxListed = 5
/** Counting ends here, so that it never takes long. */
export const maxCounted = 100
