/** For statements that join others as parts. Other statements use `prepared-statement.ts`. */
import type { Placeholder, SQL } from 'drizzle-orm'

export { prepared as statement } from './prepared-statement.ts'

/** Values of a part of a statement, placeholders for them, or columns that have them. */
export type Given<Values> = { [Name in keyof Values]: Values[Name] | Placeholder | SQL }
