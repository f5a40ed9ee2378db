/** Checks the database once the outcome of every request is known. */
import { verifyAudit } from '#server/audit/verification.ts'
import type { Database } from '#server/database/client.ts'
import { describeDiscrepancies } from '#test/support/books.ts'
import { send, type Attempt } from './load.ts'
import { until } from './pair.ts'

export interface Findings {
  lost: string[]
  twice: string[]
  broken: string[]
}

interface Stored extends Record<string, unknown> {
  id: string
  key: string | null
  entries: number
}

const storedCommitments = `
  select c.id, k.key, coalesce(told.entries, 0) as entries
  from commitments c left join idempotency_keys k on (k.result ->> 'lineId')::uuid = c.id
  left join (
    select object_id, count(*)::integer as entries from audit group by object_id
  ) as told on told.object_id = c.id`

export async function check(db: Database, ledger: readonly Attempt[]): Promise<Findings> {
  const rows = async <Row>(text: string, values: unknown[] = []) =>
    (await db.$client.query(text, values)).rows as Row[]
  const stored = await rows<Stored>(storedCommitments)
  const byId = new Map(stored.map((row) => [row.id, row]))
  const acknowledged = ledger.filter(({ outcome }) => outcome === 'acknowledged')
  const known = new Set(acknowledged.map(({ id }) => id))
  const broken = stored
    .filter(({ entries }) => entries !== 1)
    .map(({ id, entries }) => `commitment ${id} has ${entries} entries in the audit trail`)
  broken.push(...(await describeDiscrepancies({ rows })))
  return {
    lost: acknowledged
      .filter(({ id, key }) => byId.get(id ?? '')?.key !== key)
      .map(({ id, key }) => `commitment ${id} with the key ${key}`),
    twice: stored
      .filter(({ id }) => !known.has(id))
      .map(({ id, key }) => `commitment ${id} with the key ${key}`),
    broken: [...broken, ...(await checkTrail(db)), ...(await checkRepeats(acknowledged))],
  }
}

async function checkTrail(db: Database): Promise<string[]> {
  await until('all entries of the audit trail are sealed', async () => {
    return (await verifyAudit(db)).unsealed.count === 0
  })
  return (await verifyAudit(db)).findings.map(({ words }) => words)
}

async function checkRepeats(acknowledged: readonly Attempt[]): Promise<string[]> {
  const found: string[] = []
  for (const attempt of acknowledged.slice(-20)) {
    const again = { ...attempt }
    await send(again)
    if (again.outcome !== 'acknowledged' || again.id !== attempt.id)
      found.push(`the key ${attempt.key} was answered with ${again.outcome} ${again.id}`)
  }
  return found
}
