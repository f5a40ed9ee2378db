/** Audit entries of other days, because the product only writes entries with the current time. */
import type { Loan } from '#contract/loans/shapes.ts'
import { byTheProgram, recordPast } from '#server/audit/record.ts'
import { onDatabase } from './database.ts'

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
