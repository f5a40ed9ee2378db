/** The events of a change to who sees a loan. Nobody gets the id of a loan that was never theirs to see. */
import type { Audience } from '#domain/audience/audiences.ts'
import type { Transaction } from '#server/database/client.ts'
import type { Change } from '#server/live/record.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import { changesOfSight } from '#server/loans/publication.ts'
import { sql } from 'drizzle-orm'

interface Changed {
  before: Audience
  audience: Audience
  /** Firms whose admission ended. */
  ended: readonly string[]
  /** Firms whose request was granted. */
  granted: readonly string[]
}

export async function changesOfAudience(
  tx: Transaction,
  loan: LoanRow,
  { before, audience, ended, granted }: Changed,
): Promise<Change[]> {
  const ofAudience: Change = { topic: 'audience', subject: loan.id }
  if (loan.isDraft) return [ofAudience, { topic: 'loans', subject: loan.id }]
  const isHidden = audience === 'invited'
  // Browsers that reconnect read earlier events, which must not name the loan to others anymore.
  if (isHidden && before !== 'invited')
    await tx.execute(sql`
      update changes set audience = 'admins' where subject = ${loan.id}::uuid and audience is null`)
  const wasSeen = before !== 'invited' || !isHidden
  const ofSight = changesOfSight(loan.id).filter(
    ({ topic }) => topic !== 'stats' || (before === 'invited') !== isHidden,
  )
  const toFirms = [...new Set([...ended, ...granted])].flatMap((firmId) =>
    ofSight.flatMap((each) => (each.subject ? [{ ...each, audience: { firmId } }] : [])),
  )
  return [
    ofAudience,
    ...ofSight.map((each): Change => (wasSeen ? { ...each, audience: 'everyone' } : each)),
    ...(wasSeen ? [{ topic: 'notifications', audience: 'everyone' } as const] : toFirms),
    ...(wasSeen
      ? []
      : ended.map((firmId): Change => ({ topic: 'notifications', audience: { firmId } }))),
  ]
}

/** The firm's people see the answer to its request on the loan's page. */
export const changesOfRequest = (loanId: string, firmId: string): Change[] => [
  { topic: 'audience', subject: loanId },
  { topic: 'loans', subject: loanId, audience: { firmId } },
]
