/** What must hold in a desk's database after all that was measured: exactness is never traded. */
import { verifyAudit } from '#server/audit/verification.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Desk } from './place.ts'

/** An amount that isn't its share, where no cents of a fully committed loan were placed. */
const wrongAmounts = `
  select c.id from commitments c join loans l on l.id = c.loan_id
  where l.committed_percentage < 100 and c.amount <> round(c.loan_amount * c.percentage / 100, 2)`

/** Commitments without exactly one audit entry of their creation. */
const unrecorded = `
  with entries as materialized (
    select object_id, count(*) from audit where kind = 'commitmentMade' group by object_id
  )
  select c.id from commitments c left join entries e on e.object_id = c.id
  where e.count is distinct from 1`

/** Enough to find the cause. */
const mostTold = 10

/** What doesn't hold, in words; nothing when all is exact. */
export async function checkExactness({ url, client }: Desk): Promise<string[]> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  const wrong = [
    ...(await discrepancies({ rows })).map(({ loan, figure }) => `loan ${loan}: ${figure}`),
    ...(await rows<{ id: string }>(wrongAmounts)).map(({ id }) => `commitment ${id}: its amount`),
    ...(await rows<{ id: string }>(unrecorded)).map(
      ({ id }) => `commitment ${id}: its audit entry`,
    ),
  ]
  const db = connect({ connectionString: url }, () => {}, noTimeouts)
  try {
    const { findings } = await verifyAudit(db)
    return [...wrong, ...findings.map(({ words }) => `audit trail: ${words}`)].slice(0, mostTold)
  } finally {
    await db.$client.end()
  }
}
