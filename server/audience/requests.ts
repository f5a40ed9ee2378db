/** Requests of firms for access to teasers, and the administrators' answers. */
import { randomUUID } from 'node:crypto'
import type { AccessRequest } from '#contract/audience/shapes.ts'
import type { OwnAccessRequest } from '#contract/loans/access-requests.ts'
import type { AuditKind } from '#domain/audit/kinds.ts'
import { change } from '#server/change/change.ts'
import type { Transaction } from '#server/database/client.ts'
import { accessRequests } from '#server/database/schema/audience.ts'
import { conflict, notFound, unauthorized, violatesForeignKey } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { newestOwnRequest } from '#server/loans/access-requests.ts'
import { lockLoan } from '#server/loans/change-loan.ts'
import { findSeenLoan, type LoanRow } from '#server/loans/read-loans.ts'
import { firmOf, isAdministrator } from '#server/sign-in/principal.ts'
import { eq, sql } from 'drizzle-orm'
import type { Change } from '#server/live/record.ts'
import { changesForFirms, changesOfRequest } from './changes.ts'
import { admit, findFirms, requireActive } from './firms.ts'
import { noticeOfAdmission, noticeOfRefusal, noticeOfRequest } from './notices.ts'
import { findRequest } from './read-requests.ts'

type Reader = Context<'viewer'>

export const requestAccess = (
  context: Reader,
  loanId: string,
  message: string | null,
): Promise<OwnAccessRequest> => {
  const { principal } = context
  const firmId = firmOf(principal)
  return change(context, {
    lock: async (tx) => {
      // Administrators see every loan in full.
      if (isAdministrator(principal)) throw seesAll()
      await lockRow(tx, loanId)
    },
    run: async (tx) => {
      const loan = await findSeenLoan(context, loanId, tx)
      if (!loan.isTeaser) throw seesAll()
      if (loan.status === 'funded')
        throw conflict('This loan is fully funded, so it takes no more lenders', 'loan_funded')
      const stored = await tx
        .insert(accessRequests)
        .values({ id: randomUUID(), loanId, firmId, userId: principal.account.id, message })
        .onConflictDoNothing()
        .returning({ id: accessRequests.id })
      const result = await readNewest(tx, firmId, loanId)
      if (stored.length === 0) return { result }
      const [firm] = await findFirms(tx, [firmId])
      if (!firm) throw notFound('The firm')
      return {
        result,
        entries: [
          {
            kind: 'accessAsked',
            person: principal.account,
            loan,
            object: { id: firm.id, name: firm.name },
            after: { firm: firm.name, ...(message !== null && { message }) },
          },
        ],
        changes: changesOfRequest(loanId, firmId),
        notices: [noticeOfRequest(principal, loan, { firmName: firm.name, message })],
      }
    },
  }).catch((error: unknown) => {
    // The loan and the firm are locked or referenced, so only the caller's account can be missing.
    throw violatesForeignKey(error) ? unauthorized() : error
  })
}

const seesAll = () => conflict('Your firm sees the whole of this loan already', 'admitted_already')

export const withdrawAccessRequest = (context: Reader, loanId: string): Promise<null> => {
  const { principal } = context
  const firmId = firmOf(principal)
  return change(context, {
    lock: (tx) => lockRow(tx, loanId),
    run: async (tx) => {
      const loan = await findSeenLoan(context, loanId, tx)
      const { rows } = await tx.execute(sql`
        update access_requests set state = 'withdrawn', answered_at = now()
        where loan_id = ${loanId}::uuid and firm_id = ${firmId}::uuid and state = 'open' returning id`)
      if (rows.length === 0) return { result: null }
      const [firm] = await findFirms(tx, [firmId])
      return {
        result: null,
        entries: [
          {
            kind: 'accessRequestWithdrawn',
            person: principal.account,
            loan,
            object: { id: firmId, name: firm?.name ?? '' },
            before: { firm: firm?.name },
          },
        ],
        changes: changesOfRequest(loanId, firmId),
      }
    },
  })
}

export const grantAccess = (context: Context<'admin'>, id: string, answer: string | null) =>
  answerRequest(context, id, {
    state: 'granted',
    answer,
    act: async (tx, { firmId }, loan) => {
      requireActive(await findFirms(tx, [firmId]))
      await admit(tx, loan.id, [firmId], context.principal.account.id)
      return {
        kind: 'accessGranted',
        changes: changesForFirms(loan.id, [firmId]),
        notice: noticeOfAdmission(loan, [firmId], answer),
      }
    },
  })

export const refuseAccess = (context: Context<'admin'>, id: string, answer: string | null) =>
  answerRequest(context, id, {
    state: 'refused',
    answer,
    act: async (_tx, { firmId }, loan) => ({
      kind: 'accessRefused',
      changes: [],
      notice: noticeOfRefusal(loan, firmId, answer),
    }),
  })

interface Answer {
  state: 'granted' | 'refused'
  answer: string | null
  act: (
    tx: Transaction,
    request: AccessRequest,
    loan: LoanRow,
  ) => Promise<{
    kind: AuditKind
    changes: Change[]
    notice: ReturnType<typeof noticeOfAdmission>
  }>
}

const answerRequest = (
  context: Context<'admin'>,
  id: string,
  { state, answer, act }: Answer,
): Promise<AccessRequest> =>
  change(context, {
    lock: async (tx) => lockLoan(tx, (await findRequest(tx, id)).loanId),
    run: async (tx, loan) => {
      const request = await findRequest(tx, id)
      if (request.state !== 'open')
        throw conflict(
          'This request was answered or withdrawn already. Reload the page to see its state.',
          'already_answered',
        )
      const { kind, changes, notice } = await act(tx, request, loan)
      await tx
        .update(accessRequests)
        .set({
          state,
          answer,
          answeredBy: context.principal.account.id,
          answeredAt: sql`now()`,
        })
        .where(eq(accessRequests.id, id))
      const { firmId, firmName } = request
      return {
        result: await findRequest(tx, id),
        entries: [
          {
            kind,
            loan,
            object: { id: firmId, name: firmName },
            after: { firm: firmName, ...(answer !== null && { message: answer }) },
          },
        ],
        changes: [...changesOfRequest(loan.id, firmId), ...changes],
        notices: loan.isDraft ? [] : [notice],
      }
    },
  })

/** Grants the open requests of these firms, or of all firms, which see the loan in full now. Returns the firms. */
export async function grantOpenRequests(
  tx: Transaction,
  loanId: string,
  { firmIds, answeredBy }: { firmIds: readonly string[] | null; answeredBy: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ firmId: string }>(sql`
    update access_requests set state = 'granted', answered_by = ${answeredBy}::uuid, answered_at = now()
    where loan_id = ${loanId}::uuid and state = 'open'
      and ${firmIds === null ? sql`true` : sql`firm_id = any(${sql.param([...firmIds])}::uuid[])`}
    returning firm_id as "firmId"`)
  return rows.map(({ firmId }) => firmId)
}

async function readNewest(tx: Transaction, firmId: string, loanId: string) {
  const own = { firmId: sql`${firmId}::uuid`, loanId: sql`${loanId}::uuid` }
  const { rows } = await tx.execute<{ newest: OwnAccessRequest | null }>(
    sql`select ${newestOwnRequest(own)} as newest`,
  )
  const newest = rows[0]?.newest
  if (!newest) throw new Error('A request for access was not stored')
  return newest
}

/** A change of the audience locks the row too, so the second of two transactions sees the first one's change. */
const lockRow = (tx: Transaction, loanId: string) =>
  tx.execute(sql`select from loans where id = ${loanId}::uuid for no key update`)
