/** The audit trail as tests look at it. */
import type { AuditEntry } from '#contract/audit.ts'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'

/** What an act leaves in the trail, oldest first. */
export async function entriesOf(admin: Person, act: () => Promise<unknown>): Promise<AuditEntry[]> {
  const known = new Set((await admin.call('listAudit')).map((entry) => entry.id))
  await act()
  const now = await admin.call('listAudit')
  return now.filter((entry) => !known.has(entry.id)).toReversed()
}

/** Which of these commitments do not have exactly one entry that says they were made. */
export async function commitmentsOffRecord(
  desk: Pick<Desk, 'rows'>,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await desk.rows<{ id: string }>(
    `select id from unnest($1::uuid[]) as acknowledged(id)
     where (select count(*) from audit
       where kind = 'commitmentMade' and object_id = acknowledged.id) <> 1`,
    [ids],
  )
  return rows.map((row) => row.id)
}
