/** The number of a row or requirement, such as '2.5.3'. */
type Id = `${number}.${number}` | `${number}.${number}.${number}`

/**
 * Names the rows in docs/spec-coverage.md that a test proves. Has no effect at run time, because another test reads the
 * calls in the source.
 */
export function spec(..._rows: Id[]): void {}

/** Names the requirements in docs/security-checks.md that a test proves. */
export function security(..._requirements: Id[]): void {}
