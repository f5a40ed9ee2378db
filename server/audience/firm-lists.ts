/** Lists of firms that administrators save, to choose them as the audience of loans. */
import { randomUUID } from 'node:crypto'
import type { FirmList } from '#contract/audience/shapes.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { firmListFirms, firmLists } from '#server/database/schema/audience.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { conflict, notFound, violatesUnique } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import { findFirms } from './firms.ts'

type Caller = Context<'admin'>

export const listFirmLists = (db: Queryable) => selectLists(db, sql`true`)

async function selectLists(db: Queryable, condition: SQL): Promise<FirmList[]> {
  const { rows } = await db.execute<{ [Name in keyof FirmList]: FirmList[Name] }>(sql`
    select list.id, list.name, ${utcText(sql`list.created_at`)} as "createdAt",
      (select coalesce(json_agg(json_build_object('id', firm.id, 'name', ${displayNameOf(sql`firm.id`)})
          order by lower(${displayNameOf(sql`firm.id`)}), firm.id), '[]')
        from firm_list_firms member join firms firm on firm.id = member.firm_id
        where member.list_id = list.id) as firms
    from firm_lists list where ${condition}
    order by lower(list.name) collate "C", list.id`)
  return rows
}

export const createFirmList = (
  context: Caller,
  { name, firms }: Body<Endpoints['createFirmList']>,
) =>
  store(context, name, async (tx) => {
    const id = randomUUID()
    await tx.insert(firmLists).values({ id, name })
    await setFirms(tx, id, firms)
    return id
  })

export const updateFirmList = (
  context: Caller,
  id: string,
  { name, firms }: Body<Endpoints['updateFirmList']>,
) =>
  store(context, name, async (tx) => {
    // PostgreSQL rejects an empty `set`, so the id is always set.
    const changed = await tx
      .update(firmLists)
      .set({ id, name })
      .where(eq(firmLists.id, id))
      .returning({ id: firmLists.id })
    if (changed.length === 0) throw notFound('The list')
    if (firms) await setFirms(tx, id, firms)
    return id
  })

export const deleteFirmList = (context: Caller, id: string): Promise<null> =>
  change(context, {
    run: async (tx) => {
      const deleted = await tx
        .delete(firmLists)
        .where(eq(firmLists.id, id))
        .returning({ id: firmLists.id })
      if (deleted.length === 0) throw notFound('The list')
      return { result: null, changes: [{ topic: 'firmLists' }] }
    },
  })

async function setFirms(tx: Transaction, listId: string, firmIds: readonly string[]) {
  const firms = await findFirms(tx, firmIds)
  await tx.delete(firmListFirms).where(eq(firmListFirms.listId, listId))
  if (firms.length > 0)
    await tx.insert(firmListFirms).values(firms.map(({ id }) => ({ listId, firmId: id })))
}

const store = (
  context: Caller,
  name: string | undefined,
  write: (tx: Transaction) => Promise<string>,
): Promise<FirmList> =>
  change(context, {
    run: async (tx) => {
      const id = await write(tx)
      const [list] = await selectLists(tx, sql`list.id = ${id}::uuid`)
      if (!list) throw notFound('The list')
      return { result: list, changes: [{ topic: 'firmLists' }] }
    },
  }).catch((error: unknown) => {
    if (violatesUnique(error, 'firm_lists_name_key'))
      throw conflict(`There is already a list of firms called “${name}”.`, 'name_taken')
    throw error
  })
