import { byTheProgram, record } from '#server/audit/record.ts'
import type { Transaction } from '#server/database/client.ts'
import { fundingInstructions } from '#server/database/schema/funding.ts'
import { loans } from '#server/database/schema/loans.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'

/** Withdraws instructions whose account numbers can't be read anymore. Returns the titles of their loans. */
export async function withdrawInstructions(
  tx: Transaction,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const isOne = inArray(fundingInstructions.id, [...ids])
  const rows = await tx
    .select({
      ...{ id: fundingInstructions.id, version: fundingInstructions.version },
      ...{ loanId: loans.id, title: loans.title },
    })
    .from(fundingInstructions)
    .innerJoin(loans, eq(loans.id, fundingInstructions.loanId))
    .where(isOne)
  await tx
    .delete(fundingInstructions)
    .where(and(isOne, inArray(fundingInstructions.state, ['draft', 'verified'])))
  await tx
    .update(fundingInstructions)
    .set({
      ...{ accountNumber: '', state: 'replaced' },
      replacedAt: sql`coalesce(${fundingInstructions.replacedAt}, now())`,
    })
    .where(isOne)
  await record(
    tx,
    byTheProgram,
    ...rows.map(({ id, version, loanId, title }) => ({
      kind: 'instructionsDiscarded' as const,
      ...{ loan: { id: loanId, title }, object: { id }, before: { version } },
    })),
  )
  return [...new Set(rows.map(({ title }) => title))]
}
