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
import { originatorsFirm } from '#server/database/schema/firms.ts'
import { messages } from '#server/database/schema/messages.ts'
import { conflict, notFound, unauthorized, violatesForeignKey } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findPublishedLoan } from '#server/loans/read-loans.ts'
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
      // Locks the loan so that it can't be deleted or returned to draft before the commit.
      await tx.execute(sql`select from loans where id = ${loanId} for key share`)
    },
    run: async (tx) => {
      const loan = await findPublishedLoan(context, loanId, tx)
      const firmId = recipientId
        ? await requireReachable(tx, recipientId)
        : fromAdmin
          ? null
          : firmOf(principal)
      const row = { id: randomUUID(), loanId, userId, recipientId, message }
      await tx.insert(messages).values({ ...row, firmId: firmId ?? originatorsFirm, fromAdmin })
      if (recipientId && firmId) await markAnswered(tx, loanId, [firmId])
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
      await tx.execute(sql`select from loans where id = ${loanId} for key share`)
    },
    run: async (tx) => {
      const loan = await findPublishedLoan(context, loanId, tx)
      const recipients = await requireAllReachable(tx, ids)
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
        notices: [noticeToEach(principal, loan, { firmIds, message })],
      }
    },
  })
}

const noticeToEach = (
  { account }: Principal,
  loan: Pick<Loan, 'id' | 'title'>,
  { firmIds, message }: { firmIds: string[]; message: string },
): AddressedNotice => ({
  to: 'firms',
  ids: firmIds,
  notice: {
    type: 'reply',
    message: `${fullName(account)} writes to you about ${loan.title}: ${excerpt(message)}`,
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
    return {
      to: 'firms',
      ids: [firmId],
      notice: { type: 'reply', message: text('answers you'), ...about },
    }
  return {
    to: 'followers',
    of: loan.id,
    notice: { type: 'announcement', message: text('announces'), ...about },
  }
}

/** Returns the firm of a lender who can receive messages. */
async function requireReachable(tx: Queryable, id: string): Promise<string> {
  const [lender] = await tx
    .select({
      firmId: users.firmId,
      deactivatedAt: users.deactivatedAt,
      isReachable: isReachableLender('users'),
    })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, false)))
  if (!lender) throw notFound('The lender')
  if (lender.isReachable) return lender.firmId
  throw unreachable(lender, 'This lender')
}

/** Like `requireReachable`. Names the first lender who can't receive the message. */
async function requireAllReachable(tx: Queryable, ids: readonly string[]) {
  const found = await tx
    .select({
      id: users.id,
      firmId: users.firmId,
      firstName: users.firstName,
      lastName: users.lastName,
      deactivatedAt: users.deactivatedAt,
      isReachable: isReachableLender('users'),
    })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(ids)}::uuid[])`, eq(users.isAdmin, false)))
    .orderBy(users.id)
  if (found.length < ids.length) throw notFound('The lender')
  const lender = found.find(({ isReachable }) => !isReachable)
  if (lender) throw unreachable(lender, fullName(lender))
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
