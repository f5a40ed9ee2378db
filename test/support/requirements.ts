/** The number of a row or requirement, such as '2.5.3'. */
type Id = `${number}.${number}` | `${number}.${number}.${number}`

/**
 * Declares the rows in docs/spec-coverage.md that a test covers. Does nothing at run time, because another test reads
 * the calls in the source.
 */
export function spec(..._rows: Id[]): void {}

/** Declares the requirements in docs/security-checks.md that a test covers. */
export function security(..._requirements: Id[]): void {}
