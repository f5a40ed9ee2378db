/** A firm's pass on a loan, which is visible only to that firm and administrators. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Pass } from '#contract/loans/passes.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { nameWithCompany } from '#domain/book/act-notices.ts'
import { passReasonLabels, refusalOfPass } from '#domain/book/syndicate/passes.ts'
import { refusalOfLoanAction } from '#domain/loans/statuses.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { awaitingApproval, conflict, forbidden, unauthorized, viewsOnly } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Change } from '#server/live/record.ts'
import { findPublishedLoan, type LoanRow } from '#server/loans/read-loans.ts'
import { readOwnName } from '#server/sign-in/people-of-firms.ts'
import { isAdministrator, type Principal } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { selectPass } from './own-pass.ts'

export const passOnLoan = (
  context: Context<'lender'>,
  loanId: string,
  { reason, comment }: Body<Endpoints['passOnLoan']>,
): Promise<Pass> => {
  const { principal } = context
  if (isAdministrator(principal)) throw forbidden('Only lenders can pass on a loan')
  return change(context, {
    lock: (tx) => lockLenderAndLoan(tx, principal, loanId),
    run: async (tx, firmId) => {
      const loan = await findPublishedLoan(context, loanId, tx)
      const funded = refusalOfLoanAction('pass', loan.status)
      if (funded) throw conflict(funded, 'loan_funded')
      const stand = await readStand(tx, { firmId, loanId })
      const held = refusalOfPass(stand)
      if (held) throw conflict(held, 'holds_share')
      const before = stand.pass
      if (before && before.reason === reason && before.comment === comment)
        return { result: before }
      const { rows } = await tx.execute<{ createdAt: string }>(sql`
        insert into passes (lender_id, firm_id, loan_id, reason, comment)
        values (${principal.account.id}, ${firmId}, ${loanId}, ${reason}, ${comment})
        on conflict (firm_id, loan_id) do update
          set lender_id = excluded.lender_id, reason = excluded.reason, comment = excluded.comment, created_at = now()
        returning ${utcText(sql`created_at`)} as "createdAt"`)
      const result = { reason, comment, createdAt: rows[0]?.createdAt ?? '' }
      const lender = { ...principal.account, firmName: await readOwnName(tx, firmId) }
      const entry = { ...partsOf(principal, loan), kind: 'lenderPassed' } as const
      return {
        result,
        entries: [
          { ...entry, before: before ? valuesOf(before) : undefined, after: valuesOf(result) },
        ],
        changes: changesOf(firmId, loanId),
        notices: [noticeOf(lender, loan, result)],
      }
    },
  })
}

export const takeBackPass = (context: Context<'lender'>, loanId: string): Promise<null> => {
  const { principal } = context
  return change(context, {
    lock: (tx) => lockLenderAndLoan(tx, principal, loanId),
    run: async (tx, firmId) => {
      const loan = await findPublishedLoan(context, loanId, tx)
      const { rows } = await tx.execute<Pick<Pass, 'reason' | 'comment'>>(sql`
        delete from passes where firm_id = ${firmId} and loan_id = ${loanId}
        returning reason, comment`)
      const entries = rows.map((row): NewEntry => ({
        ...partsOf(principal, loan),
        kind: 'passTakenBack',
        before: valuesOf(row),
      }))
      return { result: null, entries, changes: rows.flatMap(() => changesOf(firmId, loanId)) }
    },
  })
}

/**
 * Like commitment actions, locks the lender before the loan so that the firm can't commit at the same time. Returns the
 * firm.
 * @throws {ApiError} 401 or 403 if the caller lost access.
 */
async function lockLenderAndLoan(tx: Transaction, { account }: Principal, loanId: string) {
  const { rows } = await tx.execute<LockedLender>(sql`
    select firm_id as "firmId", deactivated_at is null as "isActive", is_approved as "isApproved",
      firm_role = 'viewer' as "viewsOnly"
    from users where id = ${account.id} for share`)
  const [lender] = rows
  if (!lender?.isActive) throw unauthorized()
  if (!lender.isApproved) throw awaitingApproval()
  if (lender.viewsOnly) throw viewsOnly()
  await tx.execute(sql`select from loans where id = ${loanId}::uuid for no key update`)
  return lender.firmId
}

interface LockedLender extends Record<string, unknown> {
  firmId: string
  isActive: boolean
  isApproved: boolean
  viewsOnly: boolean
}

interface Stand {
  pass: Pass | null
  hasBinding: boolean
  hasSoft: boolean
}

async function readStand(
  tx: Transaction,
  { firmId, loanId }: { firmId: string; loanId: string },
): Promise<Stand> {
  const { rows } = await tx.execute<{ [Name in keyof Stand]: Stand[Name] }>(sql`
    select coalesce(bool_or(not is_soft_commit), false) as "hasBinding",
      coalesce(bool_or(is_soft_commit), false) as "hasSoft",
      ${selectPass({ firmId: sql`${firmId}::uuid`, loanId: sql`${loanId}::uuid` })} as pass
    from commitments
    where firm_id = ${firmId}::uuid and loan_id = ${loanId}::uuid and status = 'active'`)
  const [stand] = rows
  if (!stand) throw new Error('An aggregate gave no row')
  return stand
}

const partsOf = ({ account }: Principal, { id, title }: LoanRow) => ({
  person: account,
  loan: { id, title },
})

/** Stores the label of the reason so that readers of the audit trail don't have to look up the code. */
const valuesOf = ({ reason, comment }: Pick<Pass, 'reason' | 'comment'>) => ({
  reason: passReasonLabels[reason],
  comment,
})

/** Other firms get no event, because it would reveal that a firm passed. */
const changesOf = (firmId: string, loanId: string): Change[] => [
  { topic: 'book', subject: loanId, audience: 'admins' },
  { topic: 'book', subject: loanId, audience: { firmId } },
]

const noticeOf = (
  lender: Parameters<typeof nameWithCompany>[0],
  loan: LoanRow,
  { reason, comment }: Pass,
): AddressedNotice => ({
  to: 'administrators',
  notice: {
    type: 'lenderPassed',
    loanId: loan.id,
    message: `${nameWithCompany(lender)} passed on ${loan.title}: ${passReasonLabels[reason]}${comment ? `. “${comment}”` : ''}`,
  },
})
