import type { Stake } from '#domain/book/deal/changed-terms.ts'
import type { Lender } from '#domain/book/act-entries.ts'
import type { Line } from '#domain/book/lines.ts'
import { lockBooks, type LockedBook, type LockedBooks } from '#server/book/with-book.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { conflict, notFound } from '#server/errors.ts'
import { ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'
import { findProposal, type StoredProposal } from './read-proposals.ts'

export interface LockedTerms {
  at: string
  locked: LockedBooks
  book: LockedBook
}

/** Every act on a proposal locks the loan first, as commitments do. */
export async function lockBookOf(
  tx: Transaction,
  loanId: string,
  people: readonly string[] = [],
): Promise<LockedTerms> {
  const locked = await lockBooks(tx, { people, loanIds: [loanId] })
  const [book] = locked.books
  if (!book) throw notFound('The loan')
  return { at: locked.at, locked, book }
}

/** The loan of a proposal never changes, so it can be read before the lock is taken. */
export async function lockProposal(
  tx: Transaction,
  id: string,
  { people = [], what }: { people?: readonly string[]; what?: string } = {},
): Promise<LockedTerms> {
  const { loanId } = await findProposal(tx, id, what)
  return lockBookOf(tx, loanId, people)
}

/** @throws {ApiError} 409 if the proposal has ended. */
export function requireOpen({ state }: StoredProposal) {
  if (state === 'applied') throw conflict('These terms have taken effect', 'proposal_over')
  if (state === 'canceled') throw conflict('These terms were canceled', 'proposal_over')
}

/** The persons who made the commitments, each with the own name of the firm that holds them. */
export async function readMakers(
  tx: Queryable,
  lines: readonly Pick<Line, 'lenderId' | 'firmId'>[],
): Promise<(line: Pick<Line, 'lenderId' | 'firmId'>) => Lender> {
  const people = [...new Set(lines.map(({ lenderId }) => lenderId))]
  const firms = [...new Set(lines.map(({ firmId }) => firmId))]
  const { rows } = await tx.execute<Lender & Record<string, unknown>>(sql`
    select id, first_name as "firstName", last_name as "lastName", company_name as "companyName",
      firm_id as "firmId" from users where id = any(${sql.param(people)}::uuid[])`)
  const { rows: named } = await tx.execute<{ id: string; name: string | null }>(sql`
    select f.id, ${ownNameOf(sql`f.id`)} as name from firms f where f.id = any(${sql.param(firms)}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return ({ lenderId, firmId }) => {
    const maker = byId.get(lenderId)
    if (!maker) throw new Error(`The person ${lenderId} made a commitment and doesn't exist`)
    return { ...maker, firmId, firmName: names.get(firmId) ?? null }
  }
}

export const makerOf = async (tx: Queryable, { lines: [oldest] }: Stake): Promise<Lender> =>
  (await readMakers(tx, [oldest]))(oldest)
