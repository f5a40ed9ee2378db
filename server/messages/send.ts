import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Message } from '#contract/messages/shapes.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { fullName } from '#domain/texts.ts'
import { change } from '#server/change/change.ts'
import type { Change } from '#server/live/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { isFullySeenByFirm } from '#server/database/schema/audience.ts'
import { originatorsFirm } from '#server/database/schema/firms.ts'
import { messages } from '#server/database/schema/messages.ts'
import { conflict, notFound, unauthorized, violatesForeignKey } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findPublishedLoan, requireFull } from '#server/loans/read-loans.ts'
import { excerpt, isReachableLender } from '#server/notices/notify.ts'
import { lockAdministratorShared } from '#server/sign-in/lock-administrator.ts'
import { firmOf, isAdministrator, type Principal } from '#server/sign-in/principal.ts'
import { and, eq, sql } from 'drizzle-orm'
import { findMessage } from './read-messages.ts'

export const sendMessage = (
  context: Context<'viewer'>,
  { loanId, message, recipientId: chosen }: Body<Endpoints['createMessage']>,
): Promise<Message> => {
  const { principal } = context
  const { id: userId } = principal.account
  const fromAdmin = isAdministrator(principal)
  const recipientId = (fromAdmin && chosen) || null
  return change(context, {
    lock: async (tx) => {
      if (fromAdmin)
        await lockAdministratorShared(tx, userId, ...(recipientId ? [recipientId] : []))
      await lockLoan(tx, loanId)
    },
    run: async (tx) => {
      const loan = requireFull(await findPublishedLoan(context, loanId, tx))
      const [recipient] = recipientId
        ? await requireReachable(tx, { loanId, ids: [recipientId] }, () => 'This lender')
        : []
      const firmId = recipient?.firmId ?? (fromAdmin ? null : firmOf(principal))
      const row = { id: randomUUID(), loanId, userId, recipientId, message }
      await tx.insert(messages).values({ ...row, firmId: firmId ?? originatorsFirm, fromAdmin })
      if (recipient) await markAnswered(tx, loanId, [recipient.firmId])
      return {
        result: await findMessage(tx, row.id),
        changes: changesOf(loanId, firmId),
        notices: [noticeOf(principal, loan, { firmId, message })],
      }
    },
  }).catch((error: unknown) => {
    // Only the author's account can be missing, because administrators and recipients are locked.
    throw violatesForeignKey(error) ? unauthorized() : error
  })
}

/** Sends each recipient a separate private message. No firm sees the other recipients. */
export const sendPrivateMessages = (
  context: Context<'admin'>,
  { loanId, message, recipientIds }: Body<Endpoints['createPrivateMessages']>,
): Promise<{ sent: number }> => {
  const { principal } = context
  const userId = principal.account.id
  const ids = [...new Set(recipientIds)]
  return change(context, {
    lockWithCaller: async (tx) => {
      await lockAdministratorShared(tx, userId, ...ids)
      await lockLoan(tx, loanId)
    },
    run: async (tx) => {
      const loan = await findPublishedLoan(context, loanId, tx)
      const recipients = await requireReachable(tx, { loanId, ids }, fullName)
      const firmIds = [...new Set(recipients.map(({ firmId }) => firmId))]
      const from = { loanId, userId, message, fromAdmin: true }
      await tx.insert(messages).values(
        recipients.map(({ id: recipientId, firmId }) => ({
          ...from,
          id: randomUUID(),
          recipientId,
          firmId,
        })),
      )
      const perFirm = firmIds.map((firmId): Change => ({
        topic: 'messages',
        subject: loanId,
        audience: { firmId },
      }))
      await markAnswered(tx, loanId, firmIds)
      return {
        result: { sent: ids.length },
        changes: [{ topic: 'messages', subject: loanId, audience: 'admins' }, ...perFirm],
        notices: [
          noticeToFirms(principal, loan, { firmIds, message, verb: 'writes to you about' }),
        ],
      }
    },
  })
}

/** Locks the loan so that it can't be deleted or returned to draft before the commit. */
const lockLoan = (tx: Queryable, loanId: string) =>
  tx.execute(sql`select from loans where id = ${loanId} for key share`)

const noticeToFirms = (
  { account }: Principal,
  loan: Pick<Loan, 'id' | 'title'>,
  { firmIds, message, verb }: { firmIds: string[]; message: string; verb: string },
): AddressedNotice => ({
  to: 'firms',
  ids: firmIds,
  notice: {
    type: 'reply',
    message: `${fullName(account)} ${verb} ${loan.title}: ${excerpt(message)}`,
    loanId: loan.id,
    userId: account.id,
  },
})

const markAnswered = (tx: Queryable, loanId: string, firmIds: string[]) =>
  tx.execute(sql`
    update messages set is_answered = true
    where loan_id = ${loanId} and firm_id = any(${sql.param(firmIds)}::uuid[])
      and not from_admin and not is_answered`)

/** Only users who can read a message receive its change event. An announcement isn't a firm's. */
function changesOf(loanId: string, firmId: string | null): Change[] {
  const ofLoan = { topic: 'messages', subject: loanId } as const
  if (!firmId) return [ofLoan]
  return [
    { ...ofLoan, audience: 'admins' },
    { ...ofLoan, audience: { firmId } },
  ]
}

/** Notifies administrators of a question, the lender's firm of a reply, and the loan's followers of an announcement. */
function noticeOf(
  author: Principal,
  loan: Pick<Loan, 'id' | 'title'>,
  { firmId, message }: { firmId: string | null; message: string },
): AddressedNotice {
  const { account } = author
  const about = { loanId: loan.id, userId: account.id }
  const text = (verb: string) =>
    `${fullName(account)} ${verb} on ${loan.title}: ${excerpt(message)}`
  if (!isAdministrator(author))
    return {
      to: 'administrators',
      except: [account.id],
      notice: { type: 'question', message: text('asks'), ...about },
    }
  if (firmId)
    return noticeToFirms(author, loan, { firmIds: [firmId], message, verb: 'answers you on' })
  return {
    to: 'followers',
    of: loan.id,
    notice: { type: 'announcement', message: text('announces'), ...about },
  }
}

/**
 * Returns the lenders and their firms. `nameIn` names a lender in a refusal.
 * @throws {ApiError} 409 about the first lender who can't receive messages.
 */
async function requireReachable(
  tx: Queryable,
  { loanId, ids }: { loanId: string; ids: readonly string[] },
  nameIn: (lender: { firstName: string; lastName: string }) => string,
) {
  const found = await tx
    .select({
      id: users.id,
      firmId: users.firmId,
      firstName: users.firstName,
      lastName: users.lastName,
      deactivatedAt: users.deactivatedAt,
      isReachable: isReachableLender('users'),
      isAdmitted: isFullySeenByFirm(sql`${loanId}::uuid`, sql.raw('users.firm_id')),
    })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(ids)}::uuid[])`, eq(users.isAdmin, false)))
    .orderBy(users.id)
  if (found.length < ids.length) throw notFound('The lender')
  const lender = found.find(({ isReachable }) => !isReachable)
  if (lender) throw unreachable(lender, nameIn(lender))
  const other = found.find(({ isAdmitted }) => !isAdmitted)
  if (other)
    throw conflict(
      `The firm of ${fullName(other)} isn't admitted to this loan. Admit it, then send the message.`,
      'not_admitted',
    )
  return found
}

const unreachable = ({ deactivatedAt }: { deactivatedAt: unknown }, name: string) =>
  deactivatedAt
    ? conflict(
        `${name} can't read messages: the account is deactivated. Reactivate it, then send the message.`,
        'not_active',
      )
    : conflict(
        `${name} can't read messages: the account awaits approval. Approve it, then send the message.`,
        'not_approved',
      )
