/** Registration, sign-in and one's own account. */
import { randomUUID } from 'node:crypto'
import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { mustSetUpTwoFactor, needsTwoFactor } from '#domain/access.ts'
import { fullName } from '#domain/texts.ts'
import { actorOf, record } from '#server/audit/record.ts'
import type { Config } from '#server/config/config.ts'
import { recordChanges } from '#server/live/record.ts'
import { transact, type Queryable, type Transaction } from '#server/database/client.ts'
import { twoFactors, users } from '#server/database/schema/accounts.ts'
import { ApiError, violatesUnique, conflict, unauthorized } from '#server/errors.ts'
import { requireUncommon } from '#server/sign-in/common-passwords.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { hashPassword, passwordFits } from '#server/sign-in/passwords.ts'
import {
  endSessionWith,
  giveSessionCookie,
  lockChecked,
  sessionHash,
  startSession,
  takeSessionCookie,
} from '#server/sign-in/sessions.ts'
import { acceptInvitation } from '#server/sign-in/invitations.ts'
import { mustAcceptTerms } from '#server/sign-in/accepted-terms.ts'
import type { SignedInAccount } from '#server/sign-in/principal.ts'
import { countAttempt, type Counted } from '#server/sign-in/throttle.ts'
import { notify } from '#server/notices/notify.ts'
import { acceptedNow } from '#server/settings/legal-texts.ts'
import { isSettingUp } from '#server/settings/setup.ts'
import { invitationsChanged } from './invitations.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import {
  accountChanges,
  accountColumns,
  changeOf,
  hasEmail,
  isOnlyAdmin,
  rightsChanges,
} from './change-account.ts'
import { countCode, countRecoveryCodes, takeCode } from '#server/sign-in/second-factor.ts'

type AuthCalls = 'getCurrentUser' | 'register' | 'login' | 'logout' | 'updateProfile'

export const authHandlers: Pick<Handlers, AuthCalls> = {
  async getCurrentUser({ db, config, principal }) {
    return toCurrentUser(db, config, principal.account)
  },

  async register(
    { db, config, request, reply, kickOutbox },
    { body: { email, password, firstName, lastName, companyName, invitation } },
  ) {
    await requireUncommon(password, { email, firstName, lastName }, 'password')
    await countAttempt({ db, config }, ['registration'], email, request.ip)
    const hashed = await hashPassword(password)
    const id = randomUUID()
    const termsVersion = await acceptedNow(db)
    const user = { id, email, password: hashed, firstName, lastName, termsVersion }
    const invited = invitation === undefined ? null : { token: invitation, email, userId: id }
    try {
      const value = await transact(db, async (tx) => {
        await tx.insert(users).values({ ...user, companyName })
        const accepted = invited && (await acceptInvitation(tx, config, invited))
        const isApproved = accepted?.isApproved === true
        if (accepted)
          await tx
            .update(users)
            .set({ isApproved, companyName: companyName ?? accepted.companyName })
            .where(eq(users.id, id))
        await recordChanges(tx, ...(isApproved ? rightsChanges(id) : accountChanges(id)))
        if (accepted) await recordChanges(tx, invitationsChanged)
        await notify(tx, {
          to: 'administrators',
          except: [id],
          notice: {
            type: 'registration',
            message: isApproved
              ? `${fullName(user)} (${email}) accepted an invitation and is approved`
              : `${fullName(user)} (${email}) registered and awaits approval`,
            userId: id,
          },
        })
        await record(tx, actorOf(request, { account: user }), {
          kind: 'registered',
          person: user,
          after: { email, termsVersion, ...(accepted && { invitation: accepted.id, isApproved }) },
        })
        return startSession(tx, config, request, { id, isAdmin: false, isApproved })
      })
      giveSessionCookie(reply, config, value)
    } catch (error) {
      if (violatesUnique(error, 'users_email_key')) throw emailTaken()
      throw error
    }
    kickOutbox()
    return findCurrentUser(db, config, id)
  },

  async login(services, { body: { email, password, code } }) {
    const { db, config, request, reply } = services
    const counted = await countSignIn(services, email, code)
    const [found] = await selectWithPassword(db).where(hasEmail(email))
    const fits = await passwordFits(found?.password ?? null, password)
    // The same message for an unknown address, a wrong password and a deactivated account.
    if (!found || !fits || found.deactivatedAt) {
      await counted.takeBack('rightPassword', 'codeMissing')
      // For an unknown account, nothing that was typed is recorded: it may be a password.
      await record(db, actorOf(request, null), {
        kind: 'signInFailed',
        person: found,
        after: { reason: found && fits ? 'deactivated' : 'password' },
      })
      throw wrongCredentials()
    }
    const guess = found.hasTwoFactor ? await expectCode(services, found, counted, code) : null
    const outcome = await transact(db, (tx) => signIn(tx, { config, request }, found, code))
    if (outcome === 'code') throw wrongCode()
    if (outcome === 'password') throw wrongCredentials()
    await counted.forgive('signIn', 'codeMissing')
    await guess?.forgive()
    giveSessionCookie(reply, config, outcome.cookie)
    return toCurrentUser(db, config, { ...found, createdAt: found.createdAt.toISOString() })
  },

  async logout({ db, config, principal, request, reply }) {
    const sid = sessionHash(request, config)
    if (sid)
      await transact(db, async (tx) => {
        const hasEnded = await endSessionWith(tx, sid)
        if (principal && hasEnded)
          await record(tx, actorOf(request, principal), {
            kind: 'signedOut',
            person: principal.account,
          })
      })
    takeSessionCookie(reply, config)
    return null
  },

  async updateProfile({ db, config, principal, request }, { body: { notifyByEmail, ...names } }) {
    await transact(db, async (tx) => {
      const [account] = await tx
        .select(accountColumns)
        .from(users)
        .where(eq(users.id, principal.account.id))
        .for('no key update')
      if (!account) throw unauthorized()
      const change = changeOf(account, names)
      // The row is locked, so that concurrent requests are all counted.
      if (change) await countAttempt({ db: tx, config }, ['profile'], account.email, request.ip)
      await tx
        .update(users)
        .set({
          ...names,
          notifyByEmail,
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, principal.account.id))
      await recordChanges(tx, ...accountChanges(principal.account.id))
      if (change) await record(tx, actorOf(request, principal), { ...change, person: account })
    })
    return findCurrentUser(db, config, principal.account.id)
  },
}

type FoundAccount = Awaited<ReturnType<typeof selectWithPassword>>[number]

/** Counts every kind that this sign-in could be; those that do not apply are taken back later. */
function countSignIn(services: Context<'anyone'>, email: string, code: string | undefined) {
  const { ip } = services.request
  return code === undefined
    ? countAttempt(services, ['signIn', 'rightPassword', 'codeMissing'], email, ip)
    : countAttempt(services, ['signIn', 'rightPassword'], email, ip)
}

/**
 * The caller knows the password, so until the second factor is given, the sign-in counts neither as
 * right nor as wrong. The missing code is counted separately, and audited if no sign-in follows
 * (`server/sign-in/unfinished-sign-ins.ts`). Guesses at the code are counted too.
 */
async function expectCode(
  services: Pick<Context<'anyone'>, 'db' | 'config' | 'request'>,
  found: FoundAccount,
  counted: Counted,
  code: string | undefined,
) {
  if (code === undefined) {
    await counted.takeBack('signIn', 'rightPassword')
    throw codeRequired()
  }
  await counted.takeBack('signIn')
  return countCode(services, found.email, code)
}

/** Starts the session if the account is still as it was checked, and the code is right if one is required. */
async function signIn(
  tx: Transaction,
  { config, request }: Pick<Context<'anyone'>, 'config' | 'request'>,
  found: FoundAccount,
  code: string | undefined,
): Promise<{ cookie: string } | 'code' | 'password'> {
  const fail = async (reason: 'code' | 'password') => {
    await record(tx, actorOf(request, null), {
      kind: 'signInFailed',
      person: found,
      after: { reason },
    })
    return reason
  }
  const account = await lockChecked(tx, found)
  if (!account) return fail('password')
  const by = found.hasTwoFactor ? await takeCode(tx, config, found.id, code ?? '') : null
  if (found.hasTwoFactor && !by) return fail('code')
  const cookie = await startSession(tx, config, request, account)
  const actor = actorOf(request, { account: found })
  if (by === 'recovery')
    await record(tx, actor, {
      kind: 'recoveryCodeUsed',
      person: found,
      after: { codesLeft: await countRecoveryCodes(tx, found.id) },
    })
  await record(tx, actor, {
    kind: 'signedIn',
    person: found,
    ...(by && { after: { secondFactor: by } }),
  })
  return { cookie }
}

const wrongCredentials = () => unauthorized('Invalid email or password')
const codeRequired = () =>
  new ApiError(401, 'two_factor_required', 'Enter the code from your authenticator app')
const wrongCode = () => new ApiError(401, 'two_factor_wrong', "This code isn't right")
export const emailTaken = () => conflict('An account with this email already exists', 'email_taken')

const toCurrentUser = async (
  db: Queryable,
  config: Config,
  account: SignedInAccount,
): Promise<CurrentUser> => ({
  id: account.id,
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  companyName: account.companyName,
  profileImageUrl: account.profileImageUrl,
  isAdmin: toFlag(account.isAdmin),
  isApproved: toFlag(account.isApproved),
  notifyByEmail: toFlag(account.notifyByEmail),
  canChangeEmail: toFlag(account.isAdmin && (await isOnlyAdmin(db))),
  hasTwoFactor: toFlag(account.hasTwoFactor),
  recoveryCodesLeft: account.hasTwoFactor ? await countRecoveryCodes(db, account.id) : 0,
  needsTwoFactor: toFlag(needsTwoFactor(account, config.requireAdmin2fa)),
  mustSetUpTwoFactor: toFlag(mustSetUpTwoFactor(account, config.requireAdmin2fa)),
  mustAcceptTerms: toFlag(account.mustAcceptTerms),
  isSettingUp: toFlag(account.isAdmin && (await isSettingUp(db, config, account))),
  createdAt: account.createdAt,
})

export async function findCurrentUser(
  db: Queryable,
  config: Config,
  id: string,
): Promise<CurrentUser> {
  const [found] = await selectAccounts(db).where(eq(users.id, id))
  if (!found) throw unauthorized()
  return toCurrentUser(db, config, { ...found, createdAt: found.createdAt.toISOString() })
}

const columns = {
  ...accountColumns,
  hasTwoFactor: sql<boolean>`${twoFactors.userId} is not null`,
  mustAcceptTerms: sql<boolean>`${sql.raw(mustAcceptTerms('users'))}`,
}
const isFactorInUse = and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.confirmedAt))

const selectAccounts = (db: Queryable) =>
  db.select(columns).from(users).leftJoin(twoFactors, isFactorInUse).$dynamic()

/** For sign-in, which checks the password. */
const selectWithPassword = (db: Queryable) =>
  db
    .select({ ...columns, password: users.password })
    .from(users)
    .leftJoin(twoFactors, isFactorInUse)
    .$dynamic()
