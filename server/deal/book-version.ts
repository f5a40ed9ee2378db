/** A text that differs whenever an active line of a book or the loan's terms differ. Screens send back the one they showed. */
import { createHash } from 'node:crypto'
import { isActive, type Line } from '#domain/book/lines.ts'
import type { Queryable } from '#server/database/client.ts'
import { lineColumns } from '#server/book/with-book.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { sql } from 'drizzle-orm'

type Terms = Pick<LoanRow, 'id' | 'amount' | 'interestRate' | 'noteRate' | 'term'>

/** @param lines Oldest first. */
export function bookVersionOf({ loan, lines }: { loan: Terms; lines: readonly Line[] }): string {
  const { id, amount, interestRate, noteRate, term } = loan
  const content = JSON.stringify([
    ...[id, amount, interestRate, noteRate, term],
    lines
      .filter(isActive)
      .map((line) => [
        ...[line.id, line.firmId, line.isSoft, line.isHold, line.percentage, line.amount],
        ...[line.createdAt, line.standingSince, line.loanAmount, line.interestRate, line.term],
      ]),
  ])
  return createHash('sha256').update(content).digest('base64url')
}

/** The active lines of a book, oldest first, as `lockBooks` reads them. */
export async function readActiveLines(tx: Queryable, loanId: string): Promise<Line[]> {
  const { rows } = await tx.execute<{ [Name in keyof Line]: Line[Name] }>(sql`
    select ${lineColumns} from commitments c
    where c.loan_id = ${loanId}::uuid and c.status = 'active' order by c.created_at, c.id`)
  return rows
}
