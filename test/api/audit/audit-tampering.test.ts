/** `npm run audit:verify` detects every change to the audit trail made outside the app. */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealSearchSize, sealForms, sealHash, sealNext } from '#server/audit/seals.ts'
import { verifyAudit, type NotedSeal } from '#server/audit/verification.ts'
import { databaseError } from '#server/errors.ts'
import { sql } from 'drizzle-orm'
import { makeOwnedDatabase, type OwnedDatabase } from '#test/support/owned-database.ts'
import { sealAll, writeEntry } from '#test/support/trail.ts'
import { security } from '#test/support/requirements.ts'

let own: OwnedDatabase
let ids: string[]
let last: NotedSeal

const tables = ['audit', 'audit_unsealed', 'audit_seals', 'audit_head']
const query = async <Row>(text: string, values: unknown[] = []) =>
  // The type is unchecked: each test declares the columns that it selects.
  (await own.db.$client.query(text, values)).rows as Row[]

beforeAll(async () => {
  own = await makeOwnedDatabase()
  for (let written = 0; written < 10; written += 1) {
    await writeEntry(own.db)
    await sealNext(own.db)
  }
  const seals = await query<{ id: string; hash: string }>(
    'select entry_id as id, hash from audit_seals order by number',
  )
  ids = seals.map(({ id }) => id)
  last = { number: 10, hash: seals[9]?.hash ?? '' }
})
afterAll(() => own.drop())

it("doesn't let the app's database role change entries", async () => {
  security('13.2.2', '16.4.2')
  for (const table of ['audit', 'audit_seals'])
    for (const act of [
      `update ${table} set hash = hash`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(
        query(act.replace('hash = hash', table === 'audit' ? 'kind = kind' : 'hash = hash')).catch(
          (error: unknown) => databaseError(error)?.code,
        ),
        act,
      ).resolves.toBe('42501')
})

describe('an audit trail altered by the database owner', () => {
  beforeAll(async () => {
    await query('grant update, delete, truncate on audit, audit_seals to current_user')
    for (const table of tables) await query(`create table kept_${table} as table ${table}`)
  })
  beforeEach(async () => {
    for (const table of tables)
      await query(`delete from ${table}; insert into ${table} select * from kept_${table}`)
  })

  const found = async (noted?: NotedSeal) => {
    const { findings } = await verifyAudit(own.db, { noted })
    return findings.map(({ what, seal, entryId }) => ({ what, seal, entryId }))
  }
  const fifth = () => ({ seal: 5, entryId: ids[4] })
  const unchained = (entryId: string | undefined) => ({ what: 'inserted', seal: null, entryId })

  it('passes verification if the audit trail is unchanged', async () => {
    expect(await verifyAudit(own.db, { noted: { ...last } })).toEqual({
      findings: [],
      remarks: [],
      seals: 10,
      last,
      unsealed: { count: 0, oldest: null, isOverdue: false },
    })
  })

  it.each([
    ['at', "at + interval '1 microsecond'"],
    ['kind', "'commitmentMade'"],
    ['actor_id', 'gen_random_uuid()'],
    ['actor_id', 'null'],
    ['actor_name', "actor_name || ' '"],
    ['person_id', 'gen_random_uuid()'],
    ['person_name', "'Luis Ortegа'"],
    ['loan_id', 'gen_random_uuid()'],
    ['loan_title', "'Pier 5'"],
    ['object_id', 'null'],
    ['object_name', "'null'"],
    ['before', `'{"amount":"1.01"}'`],
    ['before', `'{"amount": "1.00"}'`],
    ['after', 'null'],
    ['address', "'192.0.2.8'"],
    ['request_id', 'gen_random_uuid()'],
  ])('fails verification at an entry whose %s is changed to %s', async (column, value) => {
    security('11.3.3')
    await query(`update audit set ${column} = ${value} where id = $1`, [ids[4]])
    expect(await found()).toEqual([{ what: 'changed', ...fifth() }])
    const { findings } = await verifyAudit(own.db)
    expect(findings[0]?.words).toContain(`Entry ${ids[4]} (commit`)
  })

  it('fails verification at an entry with a changed id', async () => {
    const id = randomUUID()
    await query('update audit set id = $2 where id = $1', [ids[4], id])
    expect(await found()).toEqual([{ what: 'removed', ...fifth() }, unchained(id)])
  })

  it('fails verification at the first of several changes and lists the later changes in order', async () => {
    await query("update audit set address = '' where id = any($1)", [[ids[7], ids[1], ids[2]]])
    expect((await found()).map(({ seal }) => seal)).toEqual([2, 3, 8])
  })

  it('fails verification when an entry is removed', async () => {
    security('16.4.2')
    await query('delete from audit where id = $1', [ids[4]])
    expect(await found()).toEqual([{ what: 'removed', ...fifth() }])
  })

  it('fails verification when seals are removed and lists the entries left unsealed', async () => {
    await query('delete from audit_seals where number in (5, 6)')
    expect(await found()).toEqual([
      { what: 'removed', seal: 5, entryId: null },
      unchained(ids[4]),
      unchained(ids[5]),
    ])
  })

  it('fails verification when any entry, even the first, is removed together with its seal', async () => {
    for (const place of [4, 0]) {
      await query('delete from audit_seals where number = $1', [place + 1])
      await query('delete from audit where id = $1', [ids[place]])
    }
    expect(await found()).toEqual([
      { what: 'removed', seal: 1, entryId: null },
      { what: 'removed', seal: 5, entryId: null },
    ])
  })

  it('fails verification when an entry is removed and all later seals are renumbered', async () => {
    await query('delete from audit_seals where number = 5')
    await query('delete from audit where id = $1', [ids[4]])
    for (let number = 6; number <= 10; number += 1)
      await query('update audit_seals set number = number - 1 where number = $1', [number])
    await query(
      'update audit_head set (number, hash) = (select number, hash from audit_seals where number = 9)',
    )
    expect(await found()).toEqual([{ what: 'changed', seal: 5, entryId: ids[5] }])
  })

  it('fails verification when an entry is inserted without being queued for sealing', async () => {
    const id = randomUUID()
    await query("insert into audit (id, kind) values ($1, 'approved')", [id])
    expect(await found()).toEqual([unchained(id)])
  })

  it('reports an entry as overdue if it was inserted and queued with an old timestamp', async () => {
    const id = randomUUID()
    await query("insert into audit (id, kind, at) values ($1, 'approved', '2001-01-01Z')", [id])
    await query('insert into audit_unsealed values ($1)', [id])
    const waiting = await verifyAudit(own.db)
    expect(waiting.unsealed).toEqual({
      isOverdue: true,
      count: 1,
      oldest: '2001-01-01T00:00:00.000000Z',
    })
    await sealAll(own.db)
    const { findings, remarks } = await verifyAudit(own.db)
    expect(findings).toEqual([])
    expect(remarks).toEqual([expect.stringContaining(`Entry ${id} (approved, 2001-01-01`)])
  })

  it('fails verification when two entries are swapped', async () => {
    const swap = async (number: number, id: string | undefined) =>
      query('update audit_seals set entry_id = $2 where number = $1', [number, id])
    await swap(3, randomUUID())
    await swap(5, ids[2])
    await swap(3, ids[4])
    expect(await found()).toEqual([
      { what: 'changed', seal: 3, entryId: ids[4] },
      { what: 'changed', seal: 5, entryId: ids[2] },
    ])
  })

  it('fails verification only at the seal that was changed', async () => {
    await query("update audit_seals set hash = repeat('a', 64) where number = 5")
    expect(await found()).toEqual([{ what: 'changed', ...fifth() }])
    await query("update audit_seals set hash = repeat('a', 64) where number = 10")
    expect((await found()).map(({ what, seal }) => [what, seal])).toEqual([
      ['changed', 5],
      ['changed', 10],
      ['rewritten', 10],
    ])
  })

  it('fails verification only at the seal with an unknown format', async () => {
    await query('update audit_seals set form = 7 where number = 5')
    expect(await found()).toEqual([{ what: 'unknown form', ...fifth() }])
    const { findings } = await verifyAudit(own.db)
    expect(findings[0]?.words).toBe(
      `Seal 5 of entry ${ids[4]} names form 7, which this version of Paripassu doesn't know: it was changed, or made by a newer version`,
    )
    await query('update audit_seals set form = 0 where number = 10')
    expect((await found()).map(({ what, seal }) => [what, seal])).toEqual([
      ['unknown form', 5],
      ['unknown form', 10],
    ])
  })

  it('verifies seals in several formats, and rejects a seal whose format was changed', async () => {
    security('16.4.2')
    // A later release may add a format. This test's format hashes fewer columns, so its hashes are different.
    sealForms.set(2, {
      name: 'paripassu-audit-2',
      columns: sql`array[e.id::text, e.at::text, e.kind]`,
    })
    try {
      const id = randomUUID()
      await query("insert into audit (id, kind, at) values ($1, 'approved', '2001-01-01Z')", [id])
      const [entry] = await query<{ at: string }>('select at::text from audit where id = $1', [id])
      const hash = sealHash(last.hash, [id, entry?.at ?? '', 'approved'], 2)
      await query('insert into audit_seals (number, entry_id, hash, form) values (11, $1, $2, 2)', [
        id,
        hash,
      ])
      await query('update audit_head set number = 11, hash = $1', [hash])
      await writeEntry(own.db)
      await sealAll(own.db)
      const forms = await query<{ form: number }>('select form from audit_seals order by number')
      expect(forms.map(({ form }) => form).slice(9)).toEqual([1, 2, 1])
      expect(await found()).toEqual([])
      await query('update audit_seals set form = 1 where number = 11')
      expect(await found()).toEqual([{ what: 'changed', seal: 11, entryId: id }])
      await query('update audit_seals set form = 2 where number in (5, 11)')
      expect(await found()).toEqual([{ what: 'changed', ...fifth() }])
    } finally {
      sealForms.delete(2)
    }
  })

  it('fails verification when seals are inserted at either end', async () => {
    const insert = async (number: number) => {
      const id = randomUUID()
      await query("insert into audit (id, kind) values ($1, 'approved')", [id])
      await query("insert into audit_seals values ($1, $2, repeat('b', 64))", [number, id])
      return id
    }
    const [before, after] = [await insert(0), await insert(11)]
    expect(await found()).toEqual([
      { what: 'inserted', seal: 0, entryId: before },
      { what: 'changed', seal: 11, entryId: after },
      { what: 'inserted', seal: 11, entryId: null },
    ])
  })

  it('detects a truncated chain by comparing it with the stored head or a previously saved seal', async () => {
    await query('delete from audit_seals where number > 8')
    await query('delete from audit where id = any($1)', [ids.slice(8)])
    expect(await found()).toEqual([{ what: 'cut off', seal: 9, entryId: null }])
    await query(
      'update audit_head set (number, hash) = (select number, hash from audit_seals where number = 8)',
    )
    expect(await found()).toEqual([])
    expect(await found(last)).toEqual([{ what: 'cut off', seal: 10, entryId: null }])
  })

  it('detects a completely rewritten chain by comparing it with a previously saved seal', async () => {
    security('16.4.2')
    await query("update audit set address = 'nowhere' where id = $1", [ids[4]])
    await query("delete from audit_seals; update audit_head set number = 0, hash = ''")
    await query('insert into audit_unsealed select unnest($1::uuid[])', [ids])
    await sealAll(own.db)
    expect(await found()).toEqual([])
    const fourth = (
      await query<{ hash: string }>('select hash from kept_audit_seals where number = 4')
    )[0]
    expect(await found({ number: 4, hash: fourth?.hash ?? '' })).toEqual([])
    expect(await found(last)).toEqual([{ what: 'rewritten', seal: 10, entryId: null }])
  })

  it("reports ids that don't belong in the sealing queue and still seals all other entries", async () => {
    const id = randomUUID()
    await query('insert into audit_unsealed values ($1), ($2)', [id, ids[4]])
    await writeEntry(own.db)
    await sealAll(own.db)
    expect((await verifyAudit(own.db)).seals).toBe(11)
    expect(await found()).toEqual(
      expect.arrayContaining([
        { what: 'removed', seal: null, entryId: id },
        { what: 'inserted', seal: null, entryId: ids[4] },
      ]),
    )
  })

  it('seals new entries even if the queue contains invalid ids', async () => {
    await query('insert into audit_unsealed select gen_random_uuid() from generate_series(1, $1)', [
      sealSearchSize,
    ])
    await query('insert into audit_unsealed values ($1)', [ids[4]])
    await writeEntry(own.db)
    await sealAll(own.db)
    expect((await verifyAudit(own.db)).seals).toBe(11)
  })

  it('fails verification when the head of the chain is missing', async () => {
    await query('delete from audit_head')
    expect(await found()).toEqual([{ what: 'removed', seal: null, entryId: null }])
  })

  it("fails verification when any field of an entry is changed, regardless of the field's content", async () => {
    const anyText = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replaceAll('\0', ''))
    const column = fc.constantFrom(
      'actor_name',
      'person_name',
      'loan_title',
      'object_name',
      'address',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(anyText), { minLength: 5, maxLength: 5 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        column,
        anyText,
        async (texts, after, changed, becomes) => {
          const id = randomUUID()
          await query(
            `insert into audit (id, kind, actor_name, person_name, loan_title, object_name, address, after)
             values ($1, 'accountChanged', $2, $3, $4, $5, $6, $7)`,
            [id, ...texts, JSON.stringify(after)],
          )
          await query('insert into audit_unsealed values ($1)', [id])
          await sealAll(own.db)
          expect(await found()).toEqual([])
          const differs = await query(
            `select 1 from audit where id = $1 and ${changed} is distinct from $2`,
            [id, becomes],
          )
          const [was] = await query<{ text: string | null }>(
            `select ${changed} as text from audit where id = $1`,
            [id],
          )
          await query(`update audit set ${changed} = $2 where id = $1`, [id, becomes])
          expect((await found()).map(({ what, entryId }) => [what, entryId])).toEqual(
            differs.length > 0 ? [['changed', id]] : [],
          )
          await query(`update audit set ${changed} = $2 where id = $1`, [id, was?.text ?? null])
        },
      ),
      { numRuns: 15 },
    )
  })
})
