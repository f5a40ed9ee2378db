/** Changes to firms by administrators. */
import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { FirmOfAdmin } from '#contract/firms/shapes.ts'
import { isActiveMember } from '#domain/firms/people.ts'
import { rightsChanges, lockAccounts, type Account } from '#server/accounts/change-account.ts'
import { withdrawInvitationsTo } from '#server/accounts/invitations.ts'
import { readRegistration } from '#server/accounts/notices.ts'
import { appointManager, firmPeopleChanged, storeName } from '#server/accounts/membership.ts'
import { actorOf } from '#server/audit/record.ts'
import { mailWithdrawals, withdrawAllSoft } from '#server/book/withdraw-all.ts'
import { actsForFirm, lockBooks, writeBooks } from '#server/book/with-book.ts'
import { change } from '#server/change/change.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import type { Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { firms } from '#server/database/schema/firms.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import type { Change } from '#server/live/record.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import { lockFirms, type FirmMember, type LockedFirm } from '#server/sign-in/people-of-firms.ts'
import { deleteResetLinks } from '#server/sign-in/reset-links.ts'
import { endSessionsOf } from '#server/sign-in/sessions.ts'
import { eq, sql } from 'drizzle-orm'
import { readFirm } from './firm-page.ts'

type Admin = Context<'admin'>

const firmsChanged: Change = { topic: 'firms', audience: 'admins' }

export async function createFirm(context: Admin, name: string): Promise<FirmOfAdmin> {
  const id = randomUUID()
  await change(context, {
    run: async (tx) => {
      await tx.insert(firms).values({ id, name })
      return {
        result: null,
        changes: [firmsChanged],
        entries: [{ kind: 'firmCreated', object: { id, name }, after: { name } }],
      }
    },
  })
  return readFirm(context, id)
}

export async function updateFirm(
  context: Admin,
  id: string,
  { name, note }: Body<Endpoints['updateFirm']>,
): Promise<FirmOfAdmin> {
  await change(context, {
    run: async (tx) => {
      const firm = await requireFirm(tx, id)
      // The originator's firm has the name of the company in the settings.
      if (firm.isOriginator && name !== undefined)
        throw conflict("The originator's firm has the company's name", 'originator_firm')
      const named = name === undefined ? {} : await storeName(tx, firm, name)
      return { ...joinEffects(named, await storeNote(tx, firm, note)), result: null }
    },
  })
  return readFirm(context, id)
}

async function requireFirm(tx: Transaction, id: string): Promise<LockedFirm> {
  const [firm] = await lockFirms(tx, [id])
  if (!firm) throw notFound('The firm')
  return firm
}

async function storeNote(
  tx: Transaction,
  firm: LockedFirm,
  note: string | null | undefined,
): Promise<Effects> {
  if (note === undefined) return {}
  const { rows } = await tx.execute<{ before: string | null }>(sql`
    update firms set note = ${note} from firms old
    where firms.id = ${firm.id}::uuid and old.id = firms.id and old.note is distinct from ${note}
    returning old.note as before`)
  return {
    changes: rows.map(() => firmsChanged),
    entries: rows.map(({ before }) => ({
      kind: 'firmChanged',
      object: objectOf(firm),
      before: { note: before },
      after: { note },
    })),
  }
}

const objectOf = ({ id, displayName }: LockedFirm) => ({ id, name: displayName })

/** Locks the caller, the people of a firm and former ones who made its soft commitments, and then the firm. */
async function lockWithPeople(tx: Transaction, { principal }: Admin, id: string) {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from users where ${actsForFirm(sql`${id}::uuid`)}`,
  )
  await lockAdministrator(tx, principal.account.id, ...rows.map((row) => row.id))
  return requireFirm(tx, id)
}

export async function deactivateFirm(context: Admin, id: string): Promise<FirmOfAdmin> {
  await change(context, {
    lockWithCaller: (tx) => lockWithPeople(tx, context, id),
    run: async (tx, firm) => {
      if (firm.isOriginator)
        throw conflict("The originator's firm can't be deactivated", 'originator_firm')
      if (firm.isDeactivated) return { result: null }
      if (firm.people.some((person) => person.isAdmin && isActiveMember(person)))
        throw conflict(
          'An administrator belongs to this firm. Move the account to another firm first.',
          'has_administrator',
        )
      const books = await lockBooks(tx, { people: [], softOf: id })
      await requireUnbound(tx, id)
      const ended = joinEffects(
        await endPeople(tx, firm),
        await withdrawInvitationsTo(tx, id),
        await endAdmissions(tx, firm),
        { changes: [firmsChanged], entries: [{ kind: 'firmDeactivated', object: objectOf(firm) }] },
      )
      const { account } = context.principal
      const withdrawn = await withdrawAllSoft(tx, books, id, account)
      if (withdrawn.stored.length === 0) return { ...ended, result: null }
      // The entries are written before the emails, which include their figures.
      await writeBooks(tx, actorOf(context.request, context.principal), {
        ...withdrawn,
        ...joinEffects(ended, withdrawn),
        notices: [
          {
            to: 'administrators',
            except: [account.id],
            notice: {
              type: 'commitmentWithdrawn',
              message: `${firm.displayName} was deactivated, which withdrew ${countSoft(withdrawn.stored.length)}`,
            },
          },
        ],
      })
      const receiptIds = withdrawn.entries.flatMap((entry) => entry.id ?? [])
      for (const person of deciders(firm))
        await mailWithdrawals(tx, context.config, person, receiptIds)
      return { result: null, isMailed: true }
    },
  })
  return readFirm(context, id)
}

const countSoft = (count: number) =>
  count === 1 ? 'the soft commitment' : `${count} soft commitments`

const deciders = ({ people }: LockedFirm): FirmMember[] =>
  people.filter((person) => isActiveMember(person) && person.firmRole !== 'viewer')

/** A separate statement takes its snapshot after the people are locked, so it includes every commitment. */
async function requireUnbound(tx: Transaction, id: string) {
  const { rowCount } = await tx.execute(sql`
    select from commitments where firm_id = ${id}::uuid and status = 'active' and not is_soft_commit limit 1`)
  if (rowCount)
    throw conflict(
      "This firm has binding commitments, so it can't be deactivated. Release them first.",
      'binding_commitments',
    )
}

/** The people get the time of the firm, by which a reactivation finds those who were deactivated with it. */
async function endPeople(tx: Transaction, firm: LockedFirm): Promise<Effects> {
  await tx
    .update(firms)
    .set({ deactivatedAt: sql`now()` })
    .where(eq(firms.id, firm.id))
  const ended = firm.people.filter(({ isDeactivated }) => !isDeactivated)
  await tx
    .update(users)
    .set({ deactivatedAt: sql`now()`, updatedAt: sql`now()` })
    .where(sql`${users.firmId} = ${firm.id}::uuid and ${users.deactivatedAt} is null`)
  for (const { id } of ended) {
    await readRegistration(tx, id)
    await endSessionsOf(tx, id)
    await deleteResetLinks(tx, id)
  }
  return {
    changes: ended.flatMap(({ id }) => rightsChanges(id)),
    entries: ended.map((person) => ({ kind: 'deactivated', person })),
  }
}

/** Ends the admissions of the firm to loans, and its open requests for access. */
async function endAdmissions(tx: Transaction, firm: LockedFirm): Promise<Effects> {
  const object = objectOf(firm)
  const { rows } = await tx.execute<{ id: string; title: string; wasAdmitted: boolean }>(sql`
    with ended as (
      delete from admissions where firm_id = ${firm.id}::uuid returning loan_id
    ), over as (
      update access_requests set state = 'over', answered_at = now()
      where firm_id = ${firm.id}::uuid and state = 'open' returning loan_id
    )
    select id, title, id in (select loan_id from ended) as "wasAdmitted" from loans
    where id in (select loan_id from ended union select loan_id from over) order by id`)
  return {
    changes: rows.map(({ id }) => ({ topic: 'audience', subject: id })),
    entries: rows
      .filter(({ wasAdmitted }) => wasAdmitted)
      .map(({ id, title }) => ({
        ...{ kind: 'admissionEnded', loan: { id, title }, object },
        before: { firm: object.name },
      })),
  }
}

export async function reactivateFirm(context: Admin, id: string): Promise<FirmOfAdmin> {
  await change(context, {
    lockWithCaller: (tx) => lockWithPeople(tx, context, id),
    run: async (tx, firm) => {
      if (!firm.isDeactivated) return { result: null }
      const together = await lockAccounts(
        tx,
        sql`${users.firmId} = ${id}::uuid
          and ${users.deactivatedAt} = (select deactivated_at from firms where id = ${id}::uuid)`,
      )
      await tx.execute(sql`
        update users set deactivated_at = null, updated_at = now()
        where id = any(${sql.param(together.map((person) => person.id))}::uuid[])`)
      await tx.update(firms).set({ deactivatedAt: null }).where(eq(firms.id, id))
      const reactivated: Effects = {
        changes: [
          firmsChanged,
          firmPeopleChanged(id),
          ...together.flatMap((person) => rightsChanges(person.id)),
        ],
        entries: [
          { kind: 'firmReactivated', object: objectOf(firm) },
          ...together.map((person) => ({ kind: 'reactivated' as const, person })),
        ],
      }
      return { ...joinEffects(reactivated, await appointAmong(tx, firm, together)), result: null }
    },
  })
  return readFirm(context, id)
}

/** A manager's account can be deleted or get another role while the firm is deactivated. */
function appointAmong(
  tx: Transaction,
  firm: LockedFirm,
  together: readonly Account[],
): Promise<Effects> | Effects {
  const active = together.filter(({ isApproved }) => isApproved)
  const [first] = active.toSorted((one, other) => +one.createdAt - +other.createdAt)
  if (!first || active.some(({ firmRole }) => firmRole === 'manager')) return {}
  return appointManager(tx, firm, first)
}
