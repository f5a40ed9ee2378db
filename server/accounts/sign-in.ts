import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import type { FirmRole } from '#domain/access.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { change, type Outcome } from '#server/change/change.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { ApiError, unauthorized } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { acceptedNow } from '#server/settings/legal-texts.ts'
import { requireUncommon } from '#server/sign-in/common-passwords.ts'
import { acceptInvitation, findOpenInvitation } from '#server/sign-in/invitation-links.ts'
import { insertPerson, lockFirm } from '#server/sign-in/people-of-firms.ts'
import { hashPassword, passwordFits } from '#server/sign-in/passwords.ts'
import {
  countCode,
  countRecoveryCodes,
  takeCode,
} from '#server/sign-in/two-factor/second-factor.ts'
import { endSessionWith, lockChecked, sessionHash, startSession } from '#server/sign-in/sessions.ts'
import { countAttempt, type CountedAttempts } from '#server/sign-in/throttle.ts'
import { eq } from 'drizzle-orm'
import { accountChanges, rightsChanges, withFreeEmail } from './change-account.ts'
import { findWithPassword } from './current-user.ts'
import { invitationsChanged } from './invitations.ts'
import { joinFirm } from './membership.ts'

type Visitor = Context<'anyone'>

export async function register(
  context: Visitor,
  body: Body<Endpoints['register']>,
): Promise<{ id: string; cookie: string }> {
  const { db, config, request } = context
  const { email, password, firstName, lastName, companyName, invitation: token } = body
  await requireUncommon(password, { email, firstName, lastName }, 'password')
  await countAttempt({ db, config }, ['registration'], email, request.ip)
  const hashed = await hashPassword(password)
  const id = randomUUID()
  const termsVersion = await acceptedNow(db)
  const user = { id, email, password: hashed, firstName, lastName, termsVersion }
  const run = async (tx: Transaction): Promise<Outcome<{ id: string; cookie: string }>> => {
    const invited = token === undefined ? null : await findOpenInvitation(tx, config, token)
    // The lock precedes the new row, which only reads the firm, so that a deactivation of the firm sees both or neither.
    const firm = invited?.firmId ? await lockFirm(tx, invited.firmId) : null
    await insertPerson(tx, {
      ...user,
      companyName,
      firmId: firm?.id ?? null,
      ...(firm && roleOf(invited)),
    })
    const accepted =
      token === undefined ? null : await acceptInvitation(tx, config, { token, email, userId: id })
    const isApproved = accepted?.isApproved === true
    if (accepted)
      await tx
        .update(users)
        .set({ isApproved, companyName: companyName ?? accepted.companyName })
        .where(eq(users.id, id))
    const joined = firm ? await joinFirm(tx, firm, user, isApproved) : {}
    const where = firm ? ` to ${firm.displayName}` : ''
    const message = isApproved
      ? `${fullName(user)} (${email}) accepted an invitation${where} and is approved`
      : firm
        ? `${fullName(user)} (${email}) accepted an invitation${where} and awaits approval`
        : `${fullName(user)} (${email}) registered and awaits approval`
    const ofInvitation = accepted && { invitation: accepted.id, isApproved }
    const registered: Effects = {
      entries: [
        { kind: 'registered', person: user, after: { email, termsVersion, ...ofInvitation } },
      ],
      changes: [
        ...(isApproved ? rightsChanges(id) : accountChanges(id)),
        ...(accepted ? [invitationsChanged] : []),
      ],
      notices: [
        {
          to: 'administrators',
          except: [id],
          notice: { type: 'registration', message, userId: id },
        },
      ],
    }
    return {
      ...joinEffects(registered, joined),
      result: {
        id,
        cookie: await startSession(tx, config, request, { id, isAdmin: false, isApproved }),
      },
      actor: actorOf(request, { account: user }),
    }
  }
  return withFreeEmail(change(context, { run }))
}

const roleOf = (invited: { firmRole: FirmRole | null } | null) => ({
  firmRole: invited?.firmRole ?? 'viewer',
})

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findWithPassword>>>

export async function signIn(
  context: Visitor,
  { email, password, code }: Body<Endpoints['login']>,
): Promise<{ account: FoundAccount; cookie: string }> {
  const { db, request } = context
  // The sign-in is counted as an attempt of every type that might apply. Counts that don't apply are undone below.
  const counted =
    code === undefined
      ? await countAttempt(context, ['signIn', 'rightPassword', 'codeMissing'], email, request.ip)
      : await countAttempt(context, ['signIn', 'rightPassword'], email, request.ip)
  const found = await findWithPassword(db, email)
  const fits = await passwordFits(found?.password ?? null, password)
  // The message is the same for an unknown address, a wrong password, and a deactivated account.
  if (!found || !fits || found.deactivatedAt) {
    await counted.undo('rightPassword', 'codeMissing')
    // The entered address isn't recorded if no account has it, because it might be a password.
    const reason = found && fits ? 'deactivated' : 'password'
    await record(db, actorOf(request, null), failure(found, reason))
    throw wrongCredentials()
  }
  const guess = found.hasTwoFactor ? await expectCode(context, found, counted, code) : null
  const outcome = await change(
    { ...context, principal: null },
    { run: (tx) => startChecked(tx, context, found, code) },
  )
  if (outcome === 'code') throw new ApiError(401, 'two_factor_wrong', "This code isn't right")
  if (outcome === 'password') throw wrongCredentials()
  await counted.forgive('signIn', 'codeMissing')
  await guess?.forgive()
  return { account: found, cookie: outcome.cookie }
}

/**
 * Checks the code after the password was correct. A sign-in without the code isn't counted as a failure. It is counted
 * separately, and recorded in the audit trail if no sign-in follows (`server/jobs/housekeeping.ts`).
 */
async function expectCode(
  context: Visitor,
  found: FoundAccount,
  counted: CountedAttempts,
  code: string | undefined,
) {
  if (code === undefined) {
    await counted.undo('signIn', 'rightPassword')
    throw new ApiError(401, 'two_factor_required', 'Enter the code from your authenticator app')
  }
  await counted.undo('signIn')
  return countCode(context, found.email, code)
}

/** Starts the session if the account hasn't changed since the check and any required code is correct. */
async function startChecked(
  tx: Transaction,
  { config, request }: Visitor,
  found: FoundAccount,
  code: string | undefined,
): Promise<Outcome<{ cookie: string } | 'code' | 'password'>> {
  const { id, hasTwoFactor } = found
  const account = await lockChecked(tx, found)
  if (!account) return { result: 'password', entries: [failure(found, 'password')] }
  const by = hasTwoFactor ? await takeCode(tx, config, id, code ?? '') : null
  if (hasTwoFactor && !by) return { result: 'code', entries: [failure(found, 'code')] }
  const entries: NewEntry[] = []
  if (by === 'recovery') {
    const after = { codesLeft: await countRecoveryCodes(tx, id) }
    entries.push({ kind: 'recoveryCodeUsed', person: found, after })
  }
  entries.push({ kind: 'signedIn', person: found, ...(by && { after: { secondFactor: by } }) })
  return {
    result: { cookie: await startSession(tx, config, request, account) },
    actor: actorOf(request, { account: found }),
    entries,
  }
}

const failure = (
  person: NewEntry['person'],
  reason: 'code' | 'deactivated' | 'password',
): NewEntry => ({ kind: 'signInFailed', person, after: { reason } })

const wrongCredentials = () => unauthorized('Invalid email or password')

export async function signOut(context: Visitor): Promise<void> {
  const { config, principal, request } = context
  const sid = sessionHash(request, config)
  if (!sid) return
  await change(context, {
    run: async (tx) => {
      const hasEnded = await endSessionWith(tx, sid)
      if (!principal || !hasEnded) return { result: null }
      return { result: null, entries: [{ kind: 'signedOut', person: principal.account }] }
    },
  })
}
