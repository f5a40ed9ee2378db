/** Invitations to register, which administrators send. `sign-in/invitations.ts` accepts them. */
import { randomUUID } from 'node:crypto'
import type { Invitation } from '#contract/accounts/invitations.ts'
import { toFlag } from '#contract/wire.ts'
import { emailKey, fullName } from '#domain/texts.ts'
import { actorOf, record, type Actor } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import type { Config } from '#server/config/config.ts'
import { transact, type Queryable, type Transaction } from '#server/database/client.ts'
import { invitations, users } from '#server/database/schema/accounts.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { conflict, notFound, violatesUnique } from '#server/errors.ts'
import { afterCursor, cutPage, utcText } from '#server/http/cursor.ts'
import type { Handlers } from '#server/http/mount.ts'
import { outboxChanged } from '#server/mail/changes.ts'
import { enqueueInvitationMails } from '#server/mail/invitation-mails.ts'
import { lockAdministrator, transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'
import { readInvitationTokens, type InvitationTokens } from '#server/sign-in/invitation-links.ts'
import { approvesInAdvance, isOpenInvitation } from '#server/sign-in/invitations.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'

type InvitationCalls = 'listInvitations' | 'createInvitations' | 'deleteInvitation'

export const invitationHandlers: Pick<Handlers, InvitationCalls> = {
  async listInvitations({ db, config, reply }, { query: filters }) {
    const limit = Number(filters.limit ?? 200)
    const rows = await selectInvitations(db)
      .where(
        filters.cursor
          ? afterCursor(invitations.createdAt, invitations.id, filters.cursor)
          : undefined,
      )
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(limit + 1)
    const page = cutPage(reply, rows, { call: 'listInvitations', filters, limit })
    // Reading makes the first key, so it waits until there is an invitation.
    const tokens = page.length > 0 ? await readInvitationTokens(db, config) : null
    return page.map((row) => toInvitation(row, tokens))
  },

  async createInvitations({ db, config, principal, request, kickOutbox }, { body }) {
    const { emails, ...shared } = body
    // Each address once, however it is written.
    const byAddress = new Map(emails.map((email) => [emailKey(email), email]))
    const made = [...byAddress.values()].map((email) => ({ id: randomUUID(), email }))
    const inviter = { config, actor: actorOf(request, principal), id: principal.account.id }
    const sent = await withFreeAddresses(() =>
      transact(db, async (tx) => {
        await inviteEach(
          tx,
          inviter,
          made.map((each) => ({ ...each, ...shared })),
        )
        const ids = made.map(({ id }) => id)
        return selectInvitations(tx)
          .where(sql`${invitations.id} = any(${sql.param(ids)}::uuid[])`)
          .orderBy(invitations.email)
      }),
    )
    kickOutbox()
    const tokens = await readInvitationTokens(db, config)
    return sent.map((row) => toInvitation(row, tokens))
  },

  async deleteInvitation({ db, principal, request }, { path: { id } }) {
    await transactAsAdministrator({ db, principal }, async (tx) => {
      const [withdrawn] = await tx
        .update(invitations)
        .set({ withdrawnAt: sql`now()` })
        .where(and(eq(invitations.id, id), isOpenInvitation))
        .returning({ email: invitations.email })
      if (!withdrawn) throw notFound('The open invitation')
      await deleteQueuedMails(tx, [id])
      await recordChanges(tx, invitationsChanged, outboxChanged)
      await record(tx, actorOf(request, principal), {
        kind: 'invitationWithdrawn',
        object: { id, name: withdrawn.email },
      })
    })
    return null
  },
}

export const invitationsChanged = { topic: 'invitations', audience: 'admins' } as const

type NewInvitation = Pick<
  typeof invitations.$inferInsert,
  'id' | 'email' | 'name' | 'companyName' | 'note' | 'isApproved'
>

/** In one statement: many addresses at once would have more parameters than PostgreSQL takes. */
const mostAtOnce = 1_000

/** Invites each of these addresses, which are all different; 409 if one has an account. */
export async function inviteEach(
  tx: Transaction,
  inviter: { config: Config; actor: Actor; id: string },
  made: readonly NewInvitation[],
): Promise<void> {
  // One person's own calls come one after the other, so that the last one's invitation stays.
  await lockAdministrator(tx, inviter.id)
  const addresses = made.map(({ email }) => emailKey(email))
  await requireNoAccounts(tx, addresses)
  await withdrawOpen(tx, addresses)
  for (let from = 0; from < made.length; from += mostAtOnce) {
    const some = made.slice(from, from + mostAtOnce)
    await tx.insert(invitations).values(
      some.map((each) => ({
        ...each,
        invitedBy: inviter.id,
        expiresAt: sql`now() + interval '7 days'`,
      })),
    )
    await enqueueInvitationMails(tx, inviter.config, some)
  }
  await record(tx, inviter.actor, ...made.map(entryOfInvitation))
  await recordChanges(tx, invitationsChanged, outboxChanged)
}

/** As many as the dialog invites at a time; an import may have more. */
const mostNamed = 50

async function requireNoAccounts(tx: Transaction, addresses: string[]) {
  const taken = await tx
    .select({ email: users.email })
    .from(users)
    .where(sql`lower(${users.email}) = any(${sql.param(addresses)}::text[])`)
    .orderBy(users.email)
  if (taken.length === 0) return
  const named = taken.slice(0, mostNamed).map(({ email }) => email)
  if (taken.length > mostNamed) named.push(`${taken.length - mostNamed} more`)
  const them = new Intl.ListFormat('en').format(named)
  const have = named.length === 1 ? 'already has an account' : 'already have accounts'
  throw conflict(`${them} ${have}. Nobody was invited.`, 'email_taken')
}

/** Ends open invitations of the same addresses, and emails with their links that wait. */
async function withdrawOpen(tx: Transaction, addresses: string[]) {
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(
        sql`lower(${invitations.email}) = any(${sql.param(addresses)}::text[])`,
        isNull(invitations.withdrawnAt),
        isNull(invitations.acceptedAt),
      ),
    )
    .returning({ id: invitations.id })
  if (withdrawn.length > 0)
    await deleteQueuedMails(
      tx,
      withdrawn.map(({ id }) => id),
    )
}

/**
 * Ends all open invitations, whose links are no longer valid once the key that they were computed with is lost.
 * Returns their addresses.
 */
export async function withdrawAllInvitations(tx: Transaction, actor: Actor): Promise<string[]> {
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(isOpenInvitation)
    .returning({ id: invitations.id, email: invitations.email })
  if (withdrawn.length === 0) return []
  const ids = withdrawn.map(({ id }) => id)
  await deleteQueuedMails(tx, ids)
  await recordChanges(tx, invitationsChanged, outboxChanged)
  await record(
    tx,
    actor,
    ...withdrawn.map(({ id, email }) => ({
      kind: 'invitationWithdrawn' as const,
      object: { id, name: email },
    })),
  )
  return withdrawn.map(({ email }) => email).toSorted()
}

const deleteQueuedMails = (tx: Transaction, ids: string[]) =>
  tx
    .delete(mails)
    .where(and(sql`${mails.invitationId} = any(${sql.param(ids)}::uuid[])`, isNull(mails.sentAt)))

const entryOfInvitation = ({ id, email, name, companyName, isApproved }: NewInvitation) => ({
  kind: 'invited' as const,
  object: { id, name: email },
  after: {
    email,
    ...(name && { name }),
    ...(companyName && { companyName }),
    isApproved: isApproved ?? false,
  },
})

/**
 * Invites again where another administrator has just invited one of the addresses: the later invitation replaces the
 * earlier one. 409 if that goes on.
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

const selectInvitations = (db: Queryable) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      name: invitations.name,
      companyName: invitations.companyName,
      note: invitations.note,
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

function toInvitation(row: Row, tokens: InvitationTokens | null): Invitation {
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
