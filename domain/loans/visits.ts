/**
 * Openings of a loan's page that are less than this apart count as one visit, so a reload still shows what was new at
 * its start.
 */
export const visitGapMinutes = 30
