/** When a loan was funded, and so when it matures. The loan's row doesn't say it; the audit trail does. */
import type { Loan } from '#contract/loans/shapes.ts'
import { maturityOf } from '#domain/loans/maturity.ts'
import type { Queryable } from '#server/database/client.ts'
import { utcText } from '#server/http/cursor.ts'
import { sql, type SQL } from 'drizzle-orm'

const lastFunding = (column: SQL) => sql<string | null>`(
  select ${column} from audit a
  where loans.status = 'funded' and a.loan_id = loans.id
    and a.kind in ('loanCreated', 'loanChanged', 'termsChanged') and a.after ->> 'status' = 'funded'
  order by a.at desc, a.id desc limit 1)`

/** In a query of `loans`: when the loan was last set to funded; null for one that isn't funded now. */
export const fundedAt = lastFunding(utcText(sql`a.at`))

/** In a query of `loans`: the year in which the loan matures, as `maturityOf` has it; null until it is funded. */
export const maturityYear: SQL<number | null> = sql`
  extract(year from ${lastFunding(sql`(a.at at time zone 'UTC')::date`)}
    + make_interval(months => loans.term))::int`

/** The day on which each of these loans matures, by its id; those that aren't funded are missing. */
export async function readMaturities(
  db: Queryable,
  of: readonly Pick<Loan, 'id' | 'status'>[],
): Promise<Map<string, string>> {
  const ids = of.filter(({ status }) => status === 'funded').map(({ id }) => id)
  // Most positions have none.
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; term: number; fundedAt: string | null }>(sql`
    select loans.id, loans.term, ${fundedAt} as "fundedAt" from loans
    where loans.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(
    rows.flatMap(({ id, term, fundedAt: at }) => {
      const day = maturityOf(at, term)
      return day === null ? [] : [[id, day]]
    }),
  )
}

/** A loan for an answer that is about it alone: with its maturity, if it is funded. */
export async function withMaturity(db: Queryable, loan: Loan): Promise<Loan> {
  const maturity = (await readMaturities(db, [loan])).get(loan.id)
  return maturity === undefined ? loan : { ...loan, maturity }
}
