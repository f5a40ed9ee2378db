/**
 * A visit of a loan is a person's openings of its page, each within this time of the one before. Reloading
 * the page, or coming back to it soon, still shows what was new when the visit began.
 */
export const visitGapMinutes = 30
