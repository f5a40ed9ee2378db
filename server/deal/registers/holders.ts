/** The names of a loan's holders, as registers and audit entries keep them. */
import type { Lender } from '#domain/book/act-entries.ts'
import type { HolderNames } from '#domain/book/deal/holder-names.ts'
import type { Line } from '#domain/book/lines.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { displayNameOf, ownNameOf } from '#server/sign-in/people-of-firms.ts'
import { sql } from 'drizzle-orm'

export interface Holders {
  /** The person who made a commitment, with the name of the firm that holds it. */
  lenderOf: (line: Line) => Lender
  holderOf: (line: Line) => HolderNames
}

interface HolderRow extends Record<string, unknown> {
  lineId: string
  personId: string
  firstName: string
  lastName: string
  companyName: string | null
  firmName: string | null
  displayName: string
}

/** The company of a firm is that of the person who made its newest commitment, as in the book. */
export async function readHolders(
  tx: Queryable,
  { company }: Pick<Config, 'company'>,
  loanId: string,
): Promise<Holders> {
  const { rows } = await tx.execute<HolderRow & { firmId: string }>(sql`
    select c.id as "lineId", c.firm_id as "firmId", u.id as "personId", u.first_name as "firstName",
      u.last_name as "lastName", u.company_name as "companyName", ${ownNameOf(sql`c.firm_id`)} as "firmName",
      ${displayNameOf(sql`c.firm_id`)} as "displayName"
    from commitments c join users u on u.id = c.lender_id
    where c.loan_id = ${loanId}::uuid and c.status = 'active' and not c.is_hold
    order by c.created_at, c.id`)
  const byLine = new Map(rows.map((row) => [row.lineId, row]))
  // The newest commitment of a firm comes last.
  const byFirm = new Map(rows.map((row) => [row.firmId, row]))
  const found = <Key>(map: Map<Key, HolderRow>, key: Key): HolderRow => {
    const row = map.get(key)
    if (!row) throw new Error('A holder of the locked book was not read')
    return row
  }
  return {
    lenderOf({ id, firmId }) {
      const { personId, firstName, lastName, companyName, firmName } = found(byLine, id)
      return { id: personId, firstName, lastName, companyName, firmId, firmName }
    },
    holderOf({ isHold, firmId }) {
      if (isHold) return { lenderName: company.name, companyName: null }
      const { displayName, companyName } = found(byFirm, firmId)
      return { lenderName: displayName, companyName }
    },
  }
}
