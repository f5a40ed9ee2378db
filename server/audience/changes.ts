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
  /** Firms whose admission began or ended, and those whose request was granted. */
  firmIds: readonly string[]
}

export async function changesOfAudience(
  tx: Transaction,
  loan: LoanRow,
  { before, audience, firmIds }: Changed,
): Promise<Change[]> {
  const ofAudience: Change = { topic: 'audience', subject: loan.id }
  if (loan.isDraft) return [ofAudience, { topic: 'loans', subject: loan.id }]
  // Other firms must not learn of an admission.
  if (before === audience) return [ofAudience, ...changesForFirms(loan.id, firmIds)]
  const isHidden = audience === 'invited'
  // Browsers that reconnect read earlier events, which must not name the loan to others anymore.
  if (isHidden)
    await tx.execute(sql`
      update changes set audience = 'admins' where subject = ${loan.id}::uuid and audience is null`)
  const ofSight = changesOfSight(loan.id).filter(
    ({ topic }) => topic !== 'stats' || isHidden || before === 'invited',
  )
  return [
    ofAudience,
    ...[...ofSight, { topic: 'notifications' } as const].map((each): Change => ({
      ...each,
      audience: 'everyone',
    })),
  ]
}

/** The events for firms that see more or less of a loan than before, and for administrators. */
export const changesForFirms = (loanId: string, firmIds: readonly string[]): Change[] => [
  { topic: 'loans', subject: loanId, audience: 'admins' },
  ...firmIds.flatMap((firmId) =>
    [...changesOfSight(loanId), { topic: 'notifications' } as const]
      .filter(({ topic }) => topic !== 'stats')
      .map((each): Change => ({ ...each, audience: { firmId } })),
  ),
]

/** The firm's people see the answer to its request on the loan's page. */
export const changesOfRequest = (loanId: string, firmId: string): Change[] => [
  { topic: 'audience', subject: loanId },
  { topic: 'loans', subject: loanId, audience: { firmId } },
]
