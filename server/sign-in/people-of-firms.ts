import { randomUUID } from 'node:crypto'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { users } from '#server/database/schema/accounts.ts'
import { firms } from '#server/database/schema/firms.ts'
import { sql } from 'drizzle-orm'

type NewPerson = Omit<typeof users.$inferInsert, 'firmId'>

/** Stores a new person, who is the manager of a new firm unless `firmRole` says otherwise. */
export async function insertPerson(db: Queryable, person: NewPerson): Promise<void> {
  const firmId = randomUUID()
  await db.insert(firms).values({ id: firmId })
  await db.insert(users).values({ ...person, firmId })
}

/** A firm whose people were all deleted has no records either, because a person named by a record isn't deleted. */
export const deleteFirmsWithoutPeople = (tx: Transaction, firmIds: readonly string[]) =>
  tx.execute(sql`
    delete from firms where id = any(${sql.param([...firmIds])}::uuid[])
      and not exists (select from users where firm_id = firms.id)`)
