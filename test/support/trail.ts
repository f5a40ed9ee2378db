import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { sealNext } from '#server/audit/seals.ts'
import { record } from '#server/audit/record.ts'
import type { Database } from '#server/database/client.ts'
import { expect } from 'vitest'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'

export async function entriesOf(admin: Person, act: () => Promise<unknown>): Promise<AuditEntry[]> {
  const known = new Set((await admin.call('listAudit')).map((entry) => entry.id))
  await act()
  const now = await admin.call('listAudit')
  return now.filter((entry) => !known.has(entry.id)).toReversed()
}

export async function entryOf(admin: Person, act: () => Promise<unknown>) {
  const entries = await entriesOf(admin, act)
  expect(entries.map(({ kind }) => kind)).toHaveLength(1)
  return entries[0]
}

export const by = (person: Person) => ({
  actorId: person.id,
  actorName: `${person.firstName} ${person.lastName}`,
  address: '127.0.0.1',
})
export const on = (loan: { id: string; title: string }) => ({
  loanId: loan.id,
  loanTitle: loan.title,
})

/** Writes an entry with quotes, a backslash, and a non-ASCII character, which are easily hashed incorrectly. */
export const writeEntry = (db: Database) =>
  record(
    db,
    {
      account: { id: randomUUID(), firstName: 'Lena', lastName: '"Brook" \\ ✓' },
      address: '192.0.2.7',
      requestId: randomUUID(),
    },
    {
      kind: 'commitmentChanged',
      person: { id: randomUUID(), firstName: 'Luis', lastName: 'Ortega' },
      loan: { id: randomUUID(), title: 'Pier 4' },
      object: { id: randomUUID(), name: 'Terms.pdf' },
      before: { amount: '1.00' },
      after: { amount: '2.00', words: 'a\u2028\u0000\ud800' },
    },
  )

export async function sealAll(db: Database): Promise<void> {
  while ((await sealNext(db)) > 0);
}

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
