/** The link of an invitation: what it shows, and the registration with it. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { InvitationOfLink } from '#contract/firms/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { register } from '#server/accounts/sign-in.ts'
import { ApiError, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { findOpenInvitation } from '#server/sign-in/invitation-links.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { countAttempt } from '#server/sign-in/throttle.ts'
import { sql } from 'drizzle-orm'

export async function readInvitation(
  context: Context<'anyone'>,
  token: string,
): Promise<InvitationOfLink> {
  const { firmId, isApproved, expiresAt, ...found } = await findOpen(context, token)
  return {
    email: found.email,
    name: found.name,
    firmName: firmId && (await readName(context, firmId)),
    firmRole: found.firmRole,
    isApproved: toFlag(isApproved),
    expiresAt: expiresAt.toISOString(),
  }
}

async function readName({ db }: Context<'anyone'>, firmId: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select ${displayNameOf(sql`${firmId}::uuid`)} as name`,
  )
  return rows[0]?.name ?? null
}

export async function acceptInvitation(
  context: Context<'anyone'>,
  token: string,
  body: Body<Endpoints['acceptInvitation']>,
) {
  const { email } = await findOpen(context, token)
  try {
    return await register(context, { ...body, email, invitation: token })
  } catch (error) {
    // The invitation was accepted by another request, or the address got an account in another way.
    if (error instanceof ApiError && error.status === 409) throw ended()
    throw error
  }
}

/** @throws {ApiError} 404, or 429 after many wrong links. The message is the same for every reason. */
async function findOpen(context: Context<'anyone'>, token: string) {
  const found = await findOpenInvitation(context.db, context.config, token)
  if (found) return found
  await countAttempt(context, ['invitation'], token, context.request.ip)
  throw ended()
}

const ended = () => notFound('The invitation')
