/** Accounts, for administrators. */
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import { users } from '#server/database/schema.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'

export const userHandlers: Pick<Handlers, 'listUsers' | 'listPendingUsers' | 'approveUser'> = {
  async listUsers({ db }) {
    const rows = await db.select(columns).from(users).orderBy(desc(users.createdAt), desc(users.id))
    return rows.map(toUser)
  },

  async listPendingUsers({ db }) {
    const rows = await db
      .select(columns)
      .from(users)
      .where(
        and(eq(users.isApproved, false), eq(users.isAdmin, false), isNull(users.deactivatedAt)),
      )
      .orderBy(asc(users.createdAt), asc(users.id))
    return rows.map(({ id, firstName, lastName, email, createdAt }) => ({
      id,
      firstName,
      lastName,
      email,
      createdAt: createdAt.toISOString(),
    }))
  },

  async approveUser({ db }, { id }) {
    const [approved] = await db
      .update(users)
      .set({ isApproved: true, updatedAt: sql`now()` })
      .where(eq(users.id, id))
      .returning(columns)
    if (!approved) throw notFound('The user')
    return toUser(approved)
  },
}

// Everything but the password, which never leaves this table but to be compared.
const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isAdmin: users.isAdmin,
  isApproved: users.isApproved,
  createdAt: users.createdAt,
}

const toUser = (row: Pick<typeof users.$inferSelect, keyof typeof columns>) => ({
  ...row,
  name: fullName(row),
  username: row.email.slice(0, row.email.lastIndexOf('@')),
  isAdmin: toFlag(row.isAdmin),
  isApproved: toFlag(row.isApproved),
  createdAt: row.createdAt.toISOString(),
})
