import type { Queryable, Transaction } from '#server/database/client.ts'
import { displayNameOf } from '#server/sign-in/people-of-firms.ts'
import { conflict, notFound } from '#server/errors.ts'
import { sql } from 'drizzle-orm'

export interface NamedFirm {
  id: string
  name: string
}

/** @throws {ApiError} 404 if a firm is missing or the originator's, which needs no admission. */
export async function findFirms(
  db: Queryable,
  ids: readonly string[],
): Promise<(NamedFirm & { isActive: boolean })[]> {
  const { rows } = await db.execute<{ id: string; name: string; isActive: boolean }>(sql`
    select firm.id, ${displayNameOf(sql`firm.id`)} as name, firm.deactivated_at is null as "isActive" from firms firm
    where firm.id = any(${sql.param([...ids])}::uuid[]) and not firm.is_originator
    order by lower(${displayNameOf(sql`firm.id`)}), firm.id`)
  if (rows.length < new Set(ids).size) throw notFound('The firm')
  return rows
}

/** @throws {ApiError} 409 about the first firm that is deactivated. */
export function requireActive(firms: readonly (NamedFirm & { isActive: boolean })[]): void {
  const ended = firms.find(({ isActive }) => !isActive)
  if (ended)
    throw conflict(`${ended.name} is deactivated. Reactivate it, then admit it.`, 'not_active')
}

export const admit = (
  tx: Transaction,
  loanId: string,
  firmIds: readonly string[],
  admittedBy: string,
) =>
  tx.execute(sql`
    insert into admissions (loan_id, firm_id, admitted_by)
    select ${loanId}::uuid, firm_id, ${admittedBy}::uuid
    from unnest(${sql.param([...firmIds])}::uuid[]) as given (firm_id)
    on conflict do nothing`)
