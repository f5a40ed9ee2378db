/** Money of lenders that has come. */
import type { Queryable } from '#server/database/client.ts'
import { fundsReceipts } from '#server/database/schema/funding.ts'
import { sql } from 'drizzle-orm'

const isStanding = sql`${fundsReceipts.reversedAt} is null`

/** The number of receipts of a loan, or of one of its lenders, that weren't reversed. */
export const countStanding = (tx: Queryable, loanId: string, firmId: string | null = null) =>
  tx.$count(
    fundsReceipts,
    sql`${fundsReceipts.loanId} = ${loanId}::uuid and ${isStanding}
      and ${fundsReceipts.firmId} = coalesce(${firmId}::uuid, ${fundsReceipts.firmId})`,
  )
