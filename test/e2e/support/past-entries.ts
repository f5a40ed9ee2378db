/** Audit entries of other days: the product itself can only write entries with the current time. */
import type { Loan } from '#contract/loans/shapes.ts'
import { byTheProgram, recordPast } from '#server/audit/record.ts'
import { onDatabase } from './database.ts'

/** Writes an audit entry of a loan change for each of the times; it is sealed like any other. */
export const recordPastEntries = ({ id, title }: Pick<Loan, 'id' | 'title'>, moments: string[]) =>
  onDatabase((db) =>
    recordPast(
      db,
      moments.map((moment) => ({
        actor: byTheProgram,
        entry: { kind: 'loanChanged', loan: { id, title } },
        at: new Date(moment),
      })),
    ),
  )
