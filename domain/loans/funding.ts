/** The day on which a loan was funded, from which its term runs: "2026-03-31". */

/** An earlier day is a typing error, such as a year of two digits. */
export const earliestFunding = '1900-01-01'
