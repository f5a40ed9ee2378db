import type { OwnShare } from '#contract/book/commitments.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { firmOf, onlyMakerFor, type Principal } from '#server/sign-in/principal.ts'
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

const sumOf = (kind: SQL) =>
  sql`coalesce(sum(percentage) filter (where ${kind}), 0)::numeric(30, 2)`

/** True if a person of the firm has an active, approved account, so that the firm can commit. */
export const isFirmEligible = (firmId: SQL): SQL<boolean> => sql`exists (
  select from users member
  where member.firm_id = ${firmId} and member.is_approved and member.deactivated_at is null)`

/** The values of `sharesOfFirm` for the commitments that a caller may read. */
type Held = {
  firmId: string
  makerId: string | null
}

export const heldFor = (principal: Principal): Held => ({
  firmId: firmOf(principal),
  makerId: onlyMakerFor(principal),
})

/** A condition for the commitments that a caller may read. */
export function isHeldFor(principal: Principal): SQL {
  const { firmId, makerId } = heldFor(principal)
  const isOfFirm = sql`commitments.firm_id = ${firmId}::uuid`
  return makerId === null
    ? isOfFirm
    : sql`(${isOfFirm} and commitments.lender_id = ${makerId}::uuid)`
}

/** The answers that a firm owes to offers, with the offered share, and to questions about new terms. A loan never has both. */
export const answersOwedBy = (firmId: SQL | Placeholder): SQL => sql`(
  select round.loan_id, 'offer' as about, round.respond_by, line.added as share
  from allocation_lines line join allocations round on round.id = line.allocation_id
  where line.firm_id = ${firmId}::uuid and line.state = 'offered' and round.state = 'published'
  union all
  select p.loan_id, 'terms', p.respond_by, null
  from terms_answers answer join terms_proposals p on p.id = answer.proposal_id
  where answer.firm_id = ${firmId}::uuid and answer.state = 'asked' and p.state = 'open')`

export const sharesOfFirm = sql`
  select loan_id as "loanId", ${sumOf(sql`not is_soft_commit`)} as "bindingPercentage",
    ${sumOf(sql`is_soft_commit`)} as "softPercentage"
  from commitments
  where firm_id = ${sql.placeholder('firmId')}::uuid and status = 'active'
    and lender_id = coalesce(${sql.placeholder('makerId')}::uuid, lender_id)
    and loan_id = any(${sql.placeholder('loanIds')}::uuid[])
  group by loan_id`

export const selectShares = prepared<OwnShare, Held & { loanIds: string[] }>(sharesOfFirm)
