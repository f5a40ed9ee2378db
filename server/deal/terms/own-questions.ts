/** A lender's own questions about changed terms. They hold nothing of other lenders. */
import type { TermsQuestion } from '#contract/deal/terms.ts'
import { toFlag } from '#contract/wire.ts'
import { mayCommit } from '#domain/access.ts'
import { stakesIn } from '#domain/book/deal/changed-terms.ts'
import type { Line } from '#domain/book/lines.ts'
import { groupBy } from '#domain/groups.ts'
import { lineColumns } from '#server/book/with-book.ts'
import { heldFor } from '#server/book/shares.ts'
import type { Queryable } from '#server/database/client.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { actingRole } from '#server/sign-in/principal.ts'
import { sql, type SQL } from 'drizzle-orm'
import {
  answerColumns,
  proposalColumns,
  withStakes,
  type StoredAnswer,
  type StoredProposal,
} from './read-proposals.ts'

const mostQuestions = 100

type Reader = Pick<Context<'signedIn'>, 'principal' | 'config'>
type Answer = Omit<StoredAnswer, 'lenderName' | 'companyName' | 'isEligible'>
type Row = Omit<StoredProposal, 'state' | 'proposedBy' | 'endedBy'> & {
  loanTitle: string
  proposalState: StoredProposal['state']
  answer: Answer
}

/** An account that awaits approval sees only questions about what it committed itself. */
export function listOwnQuestions(
  context: Reader & { db: Queryable },
  { loanId }: { loanId?: string | undefined },
): Promise<TermsQuestion[]> {
  const { firmId, makerId } = heldFor(context.principal)
  const isOfLoan = loanId ? sql`and p.loan_id = ${loanId}::uuid` : sql``
  const isOwn =
    makerId === null
      ? sql``
      : sql`and not exists (select from commitments c where c.loan_id = p.loan_id
          and c.firm_id = a.firm_id and c.lender_id <> ${makerId}::uuid)`
  return selectQuestions(context.db, context, sql`a.firm_id = ${firmId}::uuid ${isOfLoan} ${isOwn}`)
}

/** @throws {ApiError} 404 if the firm isn't asked. */
export async function findQuestion(
  tx: Queryable,
  reader: Reader,
  proposalId: string,
  firmId: string,
): Promise<TermsQuestion> {
  const condition = sql`p.id = ${proposalId}::uuid and a.firm_id = ${firmId}::uuid`
  const [found] = await selectQuestions(tx, reader, condition)
  if (!found) throw notFound('The question')
  return found
}

async function selectQuestions(
  tx: Queryable,
  reader: Reader,
  condition: SQL,
): Promise<TermsQuestion[]> {
  const { rows } = await tx.execute<{ [Name in keyof Row]: Row[Name] }>(sql`
    select proposal.*, proposal.state as "proposalState",
      row_to_json(answer) as answer, loans.title as "loanTitle"
    from terms_proposals p
      join terms_answers a on a.proposal_id = p.id
      join loans on loans.id = p.loan_id
      cross join lateral (select ${proposalColumns}) proposal
      cross join lateral (select ${answerColumns}) answer
    where ${condition}
    order by p.state = 'open' and a.state = 'asked' desc, p.created_at desc, p.id
    limit ${mostQuestions}`)
  const open = rows.filter(({ proposalState }) => proposalState === 'open')
  const lines = await readBindingLines(tx, [...new Set(open.map(({ loanId }) => loanId))])
  const role = actingRole(reader)
  const mayAnswer = mayCommit(role) || role === 'admin'
  return rows.flatMap((row) => {
    const isOpen = row.proposalState === 'open'
    const [answer] = isOpen
      ? withStakes([row.answer], stakesIn(lines.get(row.loanId) ?? [], row.proposed))
      : [row.answer]
    return answer ? [toQuestion(row, answer, mayAnswer)] : []
  })
}

function toQuestion(row: Row, answer: Answer, mayAnswer: boolean): TermsQuestion {
  const { id, loanId, loanTitle, previous, proposed, respondBy, proposedAt, endedAt } = row
  const { firmId: _, ...answered } = answer
  const isAsked = row.proposalState === 'open' && answer.state === 'asked'
  return {
    ...{ id, loanId, loanTitle, previous, proposed, respondBy, proposedAt, endedAt },
    proposalState: row.proposalState,
    ...answered,
    reason: row.reason,
    canAnswer: toFlag(isAsked && mayAnswer),
    isLapsed: toFlag(row.proposalState === 'applied' && answer.state !== 'confirmed'),
  }
}

/** The active binding lines of loans, oldest first. */
async function readBindingLines(
  tx: Queryable,
  loanIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Line[]>> {
  if (loanIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ [Name in keyof Line]: Line[Name] }>(sql`
    select ${lineColumns} from commitments c
    where c.loan_id = any(${sql.param([...loanIds])}::uuid[]) and c.status = 'active'
      and not c.is_soft_commit
    order by c.created_at, c.id`)
  return groupBy(rows, ({ loanId }) => loanId)
}
