/** Invitations to a firm, by its managers and by administrators. */
import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { FirmInvitation } from '#contract/firms/shapes.ts'
import type { Invitation } from '#contract/accounts/users.ts'
import { emailKey } from '#domain/texts.ts'
import {
  selectInvitations,
  storeInvitations,
  toInvitation,
  withFreeAddresses,
} from '#server/accounts/invitations.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { invitations } from '#server/database/schema/accounts.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { readInvitationTokens, isOpenInvitation } from '#server/sign-in/invitation-links.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import { lockFirms } from '#server/sign-in/people-of-firms.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { lockManager } from './people.ts'

const maxListed = 200

/** The newest invitations to a firm. Managers get no links, so that only the owner of an address can use one. */
export const listInvitationsOf = async (db: Queryable, firmId: string) =>
  (await select(db, eq(invitations.firmId, firmId))).map((row) => toFirmInvitation(row, null))

/** Like `listInvitationsOf`, with the links of open invitations. */
export async function listInvitationsWithLinks(
  { db, config }: Pick<Context<'admin'>, 'db' | 'config'>,
  firmId: string,
): Promise<FirmInvitation[]> {
  const rows = await select(db, eq(invitations.firmId, firmId))
  // Reading the key creates it if it is missing, so the key is read only if an invitation exists.
  const tokens = rows.length > 0 ? await readInvitationTokens(db, config) : null
  return rows.map((row) => toFirmInvitation(row, tokens))
}

const select = (db: Queryable, which: SQL) =>
  selectInvitations(db)
    .where(which)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(maxListed)

function toFirmInvitation(...given: Parameters<typeof toInvitation>): FirmInvitation {
  const made: Invitation = toInvitation(...given)
  return {
    id: made.id,
    email: made.email,
    firmRole: made.firmRole ?? 'viewer',
    isApproved: made.isApproved,
    state: made.state,
    invitedByName: made.invitedByName,
    createdAt: made.createdAt,
    expiresAt: made.expiresAt,
    url: made.url,
    can: made.state === 'open' ? ['withdraw'] : [],
  }
}

type Asked = Body<Endpoints['createFirmInvitation']>

export const inviteColleague = (
  context: Context<'manager'>,
  { email, firmRole }: Asked,
): Promise<FirmInvitation> => {
  const { config, principal, request } = context
  return withFreeAddresses(() =>
    change(context, {
      lock: (tx) => lockManager(tx, context),
      run: async (tx, { firm, requireManager }) => {
        requireManager()
        await requireUninvited(tx, firm.id, email)
        await requireNoAccount(tx, firm.people, email)
        await countAttempt({ db: tx, config }, ['firmInvitation'], firm.id, request.ip)
        const made = { id: randomUUID(), email, firmId: firm.id, firmRole, isApproved: false }
        const effects = await storeInvitations(tx, { config, id: principal.account.id }, [made])
        return { ...effects, result: await findMade(tx, made.id, null) }
      },
    }),
  )
}

/** Invites as the originator: the account is approved when the invitation is accepted. */
export async function inviteAsAdministrator(
  context: Context<'admin'>,
  firmId: string,
  { email, firmRole }: Asked,
): Promise<FirmInvitation> {
  const { db, config, principal } = context
  const { id } = principal.account
  const row = await withFreeAddresses(() =>
    change(context, {
      lockWithCaller: (tx) => lockAdministrator(tx, id),
      run: async (tx) => {
        const [firm] = await lockFirms(tx, [firmId])
        if (!firm) throw notFound('The firm')
        if (firm.isOriginator)
          throw conflict("Nobody can join the originator's firm", 'originator_firm')
        if (firm.isDeactivated)
          throw conflict('This firm is deactivated. Reactivate it first.', 'deactivated')
        const made = { id: randomUUID(), email, firmId, firmRole, isApproved: true }
        const effects = await storeInvitations(tx, { config, id }, [made])
        return { ...effects, result: made.id }
      },
    }),
  )
  return findMade(db, row, await readInvitationTokens(db, config))
}

async function findMade(
  db: Queryable,
  id: string,
  tokens: Parameters<typeof toInvitation>[1],
): Promise<FirmInvitation> {
  const [row] = await select(db, eq(invitations.id, id))
  if (!row) throw notFound('The invitation')
  return toFirmInvitation(row, tokens)
}

async function requireUninvited(tx: Transaction, firmId: string, email: string) {
  const isSame = sql`${invitations.firmId} = ${firmId}::uuid
    and lower(${invitations.email}) = ${emailKey(email)}`
  if ((await tx.$count(invitations, and(isSame, isOpenInvitation))) > 0)
    throw conflict('This address has an open invitation to your firm', 'already_invited')
}

/** The message reveals only that the address has an account. */
async function requireNoAccount(
  tx: Transaction,
  people: readonly { email: string }[],
  email: string,
) {
  if (people.some((person) => emailKey(person.email) === emailKey(email)))
    throw conflict('This person is in your firm already', 'email_taken')
  const { rowCount } = await tx.execute(
    sql`select from users where lower(email) = ${emailKey(email)}`,
  )
  if (rowCount)
    throw conflict(
      'An account with this email already exists. Ask the originator to move it.',
      'email_taken',
    )
}
