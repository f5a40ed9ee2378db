import { randomUUID } from 'node:crypto'
import { setHold } from '#domain/book/deal/hold.ts'
import type { Money, Percent } from '#domain/money.ts'
import { actorOf } from '#server/audit/record.ts'
import { lockBooks, writeBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { originatorsFirm } from '#server/database/schema/firms.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { sql } from 'drizzle-orm'

/** Changes the originator's hold under the loan's lock, as an act on its book does. */
export const changeHold = (
  context: Context<'admin'>,
  loanId: string,
  wanted: { percentage: Percent; amount?: Money | undefined },
) =>
  change(context, {
    lock: (tx) => lockBooks(tx, { people: [], loanIds: [loanId] }),
    async run(tx, { at, books: [book] }) {
      if (!book) throw notFound('The loan')
      if (book.loan.isDraft === 'true')
        throw conflict('This loan is a draft. Publish it first.', 'loan_draft')
      const actorId = context.principal.account.id
      const originatorsFirmId = await findOriginatorsFirm(tx)
      const changed = setHold(book, { actorId, originatorsFirmId, newId: randomUUID(), at }, wanted)
      if (changed === null) return { result: null }
      if ('code' in changed) throw conflict(changed.message, changed.code)
      const { loan, stored, entries, notices } = changed
      await writeBooks(tx, actorOf(context.request, context.principal), { loans: [loan], stored })
      return {
        result: null,
        entries,
        notices,
        changes: [{ topic: 'book' as const, subject: loanId }],
      }
    },
  })

async function findOriginatorsFirm(tx: Queryable): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select ${originatorsFirm} as id`)
  const [row] = rows
  if (!row) throw new Error('The originator has no firm')
  return row.id
}
