import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Message } from '#contract/messages/shapes.ts'
import { nameWithCompany } from '#domain/book/act-notices.ts'
import { joinAnswer } from '#domain/notifications/answers.ts'
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
import { readOwnName } from '#server/sign-in/people-of-firms.ts'
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
      const question = recipient ? await markAnswered(tx, loanId, [recipient.firmId]) : null
      return {
        result: await findMessage(tx, row.id),
        changes: changesOf(loanId, firmId),
        notices: await noticesOf(tx, principal, loan, { firmId, recipientId, message, question }),
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
        notices: noticesToFirms(principal, loan, {
          ...{ firmIds, recipientIds: ids, message },
          say: (whom) => `writes to ${whom} about`,
        }),
      }
    },
  })
}

/** Locks the loan so that it can't be deleted or returned to draft before the commit. */
const lockLoan = (tx: Queryable, loanId: string) =>
  tx.execute(sql`select from loans where id = ${loanId} for key share`)

interface PrivateMessage {
  firmIds: string[]
  recipientIds: string[]
  message: string
  /** The firm's newest unanswered question, if the message is an answer. */
  question?: string | null
  say: (whom: string) => string
}

/** Notifies the recipients, and their colleagues, who read that their firm was written to. */
function noticesToFirms(
  { account }: Principal,
  loan: Pick<Loan, 'id' | 'title'>,
  { firmIds, recipientIds, message, question, say }: PrivateMessage,
): AddressedNotice[] {
  const text = question ? joinAnswer(excerpt(message), excerpt(question)) : excerpt(message)
  const noticeTo = (whom: string) => ({
    type: 'reply' as const,
    message: `${fullName(account)} ${say(whom)} ${loan.title}: ${text}`,
    loanId: loan.id,
    userId: account.id,
  })
  return [
    { to: 'people', ids: recipientIds, notice: noticeTo('you') },
    { to: 'firms', ids: firmIds, except: recipientIds, notice: noticeTo('your firm') },
  ]
}

/** Returns the newest of the questions, or null if there were none. */
async function markAnswered(tx: Queryable, loanId: string, firmIds: string[]) {
  const { rows } = await tx.execute<{ message: string }>(sql`
    with answered as (
      update messages set is_answered = true
      where loan_id = ${loanId} and firm_id = any(${sql.param(firmIds)}::uuid[])
        and not from_admin and not is_answered
      returning id, message, created_at
    )
    select message from answered order by created_at desc, id desc limit 1`)
  return rows[0]?.message ?? null
}

/** Only users who can read a message receive its change event. An announcement isn't a firm's. */
function changesOf(loanId: string, firmId: string | null): Change[] {
  const ofLoan = { topic: 'messages', subject: loanId } as const
  if (!firmId) return [ofLoan]
  return [
    { ...ofLoan, audience: 'admins' },
    { ...ofLoan, audience: { firmId } },
  ]
}

interface Addressed {
  firmId: string | null
  recipientId: string | null
  message: string
  question: string | null
}

/** Notifies administrators of a question, the lender's firm of a reply, and the loan's followers of an announcement. */
async function noticesOf(
  tx: Queryable,
  author: Principal,
  loan: Pick<Loan, 'id' | 'title'>,
  { firmId, recipientId, message, question }: Addressed,
): Promise<AddressedNotice[]> {
  const { account } = author
  const about = { loanId: loan.id, userId: account.id }
  const rest = `on ${loan.title}: ${excerpt(message)}`
  if (!isAdministrator(author)) {
    const asker = { ...account, firmName: await readOwnName(tx, account.firmId) }
    const asks = `${nameWithCompany(asker)} asks ${rest}`
    return [
      {
        to: 'administrators',
        except: [account.id],
        notice: { type: 'question', message: asks, ...about },
      },
    ]
  }
  if (firmId && recipientId)
    return noticesToFirms(author, loan, {
      ...{ firmIds: [firmId], recipientIds: [recipientId], message, question },
      say: (whom) => `answers ${whom} on`,
    })
  const announcement = `${fullName(account)} announces ${rest}`
  return [
    {
      to: 'followers',
      of: loan.id,
      notice: { type: 'announcement', message: announcement, ...about },
    },
  ]
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
