import { randomUUID } from 'node:crypto'
import type { Invitation } from '#contract/accounts/users.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { toFlag } from '#contract/wire.ts'
import { emailKey, fullName } from '#domain/texts.ts'
import { change, type Outcome } from '#server/change/change.ts'
import type { Effects } from '#server/change/effects.ts'
import type { Change } from '#server/live/record.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { conflict, notFound, violatesUnique } from '#server/errors.ts'
import { afterCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPage } from '#server/http/paging.ts'
import type { Context } from '#server/http/mount.ts'
import { outboxChanged } from '#server/mail/outbox.ts'
import { enqueueInvitationMails } from '#server/mail/link-mails.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import {
  readInvitationTokens,
  type InvitationTokens,
  approvesInAdvance,
  isOpenInvitation,
} from '#server/sign-in/invitation-links.ts'
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

export async function listInvitations(
  { db, config, reply }: Context<'admin'>,
  filters: Query<Endpoints['listInvitations']>,
): Promise<Invitation[]> {
  const limit = Number(filters.limit ?? 200)
  const { createdAt, id } = invitations
  const rows = await selectInvitations(db)
    .where(filters.cursor ? afterCursor(createdAt, id, filters.cursor) : undefined)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const page = cutPage(reply, rows, { call: 'listInvitations', filters, limit })
  // Reading the key creates it if it is missing, so the key is read only if an invitation exists.
  const tokens = page.length > 0 ? await readInvitationTokens(db, config) : null
  return page.map((row) => toInvitation(row, tokens))
}

export async function createInvitations(
  context: Context<'admin'>,
  { emails, ...shared }: Body<Endpoints['createInvitations']>,
): Promise<Invitation[]> {
  const { db, config, principal } = context
  const byAddress = new Map(emails.map((email) => [emailKey(email), email]))
  const made = [...byAddress.values()].map((email) => ({ ...shared, id: randomUUID(), email }))
  const sent = await withFreeAddresses(() =>
    change(context, {
      lockWithCaller: (tx) => lockAdministrator(tx, principal.account.id),
      run: async (tx) => ({
        ...(await storeInvitations(tx, { config, id: principal.account.id }, made)),
        result: await selectInvitations(tx)
          .where(anyOf(invitations.id, made))
          .orderBy(invitations.email),
      }),
    }),
  )
  const tokens = await readInvitationTokens(db, config)
  return sent.map((row) => toInvitation(row, tokens))
}

/** Withdraws an open invitation, which must be one to the firm if one is given. */
export const withdrawInvitation = (
  context: Context<'admin' | 'manager'>,
  id: string,
  { firmId, lock }: { firmId?: string; lock?: (tx: Transaction) => Promise<unknown> } = {},
) =>
  change(context, {
    ...(lock && { lock }),
    run: async (tx) => {
      const isOfFirm = firmId ? sql`and ${invitations.firmId} = ${firmId}::uuid` : sql``
      const withdrawn = await withdraw(
        tx,
        sql`${invitations.id} = ${id} and ${isOpenInvitation} ${isOfFirm}`,
      )
      if (withdrawn.length === 0) throw notFound('The open invitation')
      return { ...effectsOfWithdrawal(withdrawn), result: null }
    },
  })

export const invitationsChanged = { topic: 'invitations', audience: 'admins' } as const
const firmInvitationsChanged = (firmId: string | null): Change[] =>
  firmId === null ? [] : [{ topic: 'invitations', audience: { firmId } }]

type NewInvitation = Pick<
  typeof invitations.$inferInsert,
  'id' | 'email' | 'name' | 'companyName' | 'note' | 'isApproved' | 'firmId' | 'firmRole'
>

/** The number of rows per statement. More rows could exceed PostgreSQL's limit on parameters. */
const batchSize = 1_000

/**
 * Invites distinct email addresses, all of them to the same firm or all without one. Requires `lockAdministrator`, which
 * serializes an administrator's calls so that the last call's invitation remains, or the lock of the firm.
 * @throws {ApiError} 409 if an email address has an account.
 */
export async function storeInvitations(
  tx: Transaction,
  inviter: { config: Config; id: string },
  made: readonly NewInvitation[],
): Promise<Effects> {
  const addresses = made.map(({ email }) => emailKey(email))
  await requireNoAccounts(tx, addresses)
  const firmId = made[0]?.firmId ?? null
  await withdraw(
    tx,
    sql`lower(${invitations.email}) = any(${sql.param(addresses)}::text[])
      and ${invitations.firmId} is not distinct from ${firmId}::uuid and ${invitations.withdrawnAt} is null and ${invitations.acceptedAt} is null`,
  )
  for (let from = 0; from < made.length; from += batchSize) {
    const some = made.slice(from, from + batchSize)
    const expiresAt = sql`now() + interval '7 days'`
    await tx
      .insert(invitations)
      .values(some.map((each) => ({ ...each, invitedBy: inviter.id, expiresAt })))
    await enqueueInvitationMails(tx, inviter.config, some)
  }
  return {
    changes: [invitationsChanged, ...firmInvitationsChanged(firmId)],
    entries: made.map(entryOfInvitation),
    isMailed: true,
  }
}

/**
 * The maximum number of email addresses in the error message. The dialog sends at most this many, but an import can
 * have more.
 */
const maxNamed = 50

async function requireNoAccounts(tx: Transaction, addresses: string[]) {
  const taken = await tx
    .select({ email: users.email })
    .from(users)
    .where(sql`lower(${users.email}) = any(${sql.param(addresses)}::text[])`)
    .orderBy(users.email)
  if (taken.length === 0) return
  const named = taken.slice(0, maxNamed).map(({ email }) => email)
  if (taken.length > maxNamed) named.push(`${taken.length - maxNamed} more`)
  const them = new Intl.ListFormat('en').format(named)
  const have = named.length === 1 ? 'already has an account' : 'already have accounts'
  throw conflict(`${them} ${have}. Nobody was invited.`, 'email_taken')
}

/**
 * Withdraws all open invitations. Their links were computed from a key, and become invalid when the key is lost.
 * Returns the invited email addresses.
 */
export async function withdrawAllInvitations(tx: Transaction): Promise<Outcome<string[]>> {
  const withdrawn = await withdraw(tx, isOpenInvitation)
  const result = withdrawn.map(({ email }) => email).toSorted()
  return withdrawn.length === 0 ? { result } : { ...effectsOfWithdrawal(withdrawn), result }
}

/** Withdraws the invitations to a firm whose lock is held. */
export async function withdrawInvitationsTo(tx: Transaction, firmId: string): Promise<Effects> {
  const isOpen = sql`${invitations.withdrawnAt} is null and ${invitations.acceptedAt} is null`
  const withdrawn = await withdraw(tx, sql`${invitations.firmId} = ${firmId}::uuid and ${isOpen}`)
  return withdrawn.length === 0 ? {} : effectsOfWithdrawal(withdrawn)
}

interface Withdrawn {
  id: string
  email: string
  firmId: string | null
}

async function withdraw(tx: Transaction, which: SQL): Promise<Withdrawn[]> {
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(which)
    .returning({ id: invitations.id, email: invitations.email, firmId: invitations.firmId })
  if (withdrawn.length > 0)
    await tx.delete(mails).where(and(anyOf(mails.invitationId, withdrawn), isNull(mails.sentAt)))
  return withdrawn
}

const effectsOfWithdrawal = (withdrawn: Withdrawn[]): Effects => ({
  changes: [
    invitationsChanged,
    outboxChanged,
    ...[...new Set(withdrawn.map(({ firmId }) => firmId))].flatMap(firmInvitationsChanged),
  ],
  entries: withdrawn.map(({ id, email }) => ({
    kind: 'invitationWithdrawn',
    object: { id, name: email },
  })),
})

const anyOf = (column: PgColumn, rows: readonly { id: string }[]) =>
  sql`${column} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`

const entryOfInvitation = (made: NewInvitation) => ({
  kind: 'invited' as const,
  object: { id: made.id, name: made.email },
  after: {
    email: made.email,
    ...(made.name && { name: made.name }),
    ...(made.companyName && { companyName: made.companyName }),
    ...(made.firmId && { firmId: made.firmId, firmRole: made.firmRole }),
    isApproved: made.isApproved ?? false,
  },
})

/**
 * Retries if another administrator has just invited one of the email addresses. The later invitation replaces the
 * earlier one. Throws 409 if conflicts persist.
 */
export async function withFreeAddresses<Result>(
  invite: () => Promise<Result>,
  left = 5,
): Promise<Result> {
  try {
    return await invite()
  } catch (error) {
    if (!violatesUnique(error, 'invitations_open')) throw error
    if (left > 1) return withFreeAddresses(invite, left - 1)
    throw conflict(
      'Other administrators are inviting one of these. Look at the list, and try again.',
      'already_invited',
    )
  }
}

export const selectInvitations = (db: Queryable) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      name: invitations.name,
      companyName: invitations.companyName,
      note: invitations.note,
      firmId: invitations.firmId,
      firmName: sql<
        string | null
      >`case when ${invitations.firmId} is not null then ${displayNameOf(sql`${invitations.firmId}`)} end`,
      firmRole: invitations.firmRole,
      isApproved: sql<boolean>`case when ${isOpenInvitation} then ${approvesInAdvance}
        else ${invitations.isApproved} end`,
      state: sql<
        Invitation['state']
      >`case when ${invitations.acceptedAt} is not null then 'accepted'
        when ${invitations.withdrawnAt} is not null then 'withdrawn'
        when ${isOpenInvitation} then 'open' else 'expired' end`,
      inviter: { firstName: users.firstName, lastName: users.lastName },
      createdAt: utcText(invitations.createdAt),
      expiresAt: invitations.expiresAt,
      acceptedAt: invitations.acceptedAt,
      withdrawnAt: invitations.withdrawnAt,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectInvitations>>[number]

export function toInvitation(row: Row, tokens: InvitationTokens | null): Invitation {
  const { inviter, acceptedAt, withdrawnAt, expiresAt, isApproved, ...rest } = row
  return {
    ...rest,
    isApproved: toFlag(isApproved),
    invitedByName: inviter && fullName(inviter),
    expiresAt: expiresAt.toISOString(),
    endedAt: (acceptedAt ?? withdrawnAt)?.toISOString() ?? null,
    url: row.state === 'open' ? (tokens?.urlOf(row) ?? null) : null,
  }
}
