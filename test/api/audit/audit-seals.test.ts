/** Sealing the audit trail: a single chain in the documented format, even with several sealers. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealHash, sealBatchSize, type SealedColumns } from '#server/audit/seals.ts'
import { auditSealing } from '#server/jobs/audit-sealing.ts'
import { startJob } from '#server/jobs/runner.ts'
import { verifyAudit } from '#server/audit/verification.ts'
import { makeOwnedDatabase, type OwnedDatabase } from '#test/support/owned-database.ts'
import { security } from '#test/support/requirements.ts'
import { sealAll, writeEntry } from '#test/support/trail.ts'

let own: OwnedDatabase

const query = async <Row>(text: string, values: unknown[] = []) =>
  // The type is unchecked: each test declares the columns that it selects.
  (await own.db.$client.query(text, values)).rows as Row[]

beforeAll(async () => {
  own = await makeOwnedDatabase()
  await writeEntry(own.db)
  await sealAll(own.db)
})
afterAll(() => own.drop())

it('computes different hashes for different audit entries and for different chain positions', () => {
  security('11.4.3')
  const columns: fc.Arbitrary<SealedColumns> = fc.array(fc.option(fc.string({ unit: 'binary' })), {
    minLength: 15,
    maxLength: 15,
  })
  const hash = fc.constantFrom('', 'a'.repeat(64), 'b'.repeat(64))
  fc.assert(
    fc.property(columns, columns, hash, hash, (one, other, before, earlier) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other) && before === earlier
      expect(sealHash(before, one) === sealHash(earlier, other)).toBe(isSame)
    }),
  )
  fc.assert(
    fc.property(columns, fc.nat(14), fc.option(fc.string()), (one, place, value) => {
      const other = one.with(place, value)
      expect(sealHash('', one) === sealHash('', other)).toBe(one[place] === value)
    }),
  )
})

it('computes the same hash for an audit entry as the documented SQL', async () => {
  security('11.4.1')
  await query(
    "insert into audit (id, kind, loan_title) values (gen_random_uuid(), 'loanCreated', 'é \"\\/')",
  )
  await query('insert into audit_unsealed select id from audit order by at desc limit 1')
  await sealAll(own.db)
  // to_json encodes strings as JSON.stringify does, except for the DEL character, which doesn't occur here.
  const [pair] = await query<{ stored: string; computed: string }>(`
    select s.hash as stored, encode(sha256(convert_to(p.hash || '["paripassu-audit-1",' ||
      to_json(e.id::text) || ',' ||
      to_json(to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) ||
      ',"loanCreated",null,null,null,null,null,' || to_json(e.loan_title) ||
      ',null,null,null,null,null,null]', 'UTF8')), 'hex') as computed
    from audit_seals s join audit e on e.id = s.entry_id join audit_seals p on p.number = s.number - 1
    order by s.number desc limit 1`)
  expect(pair?.computed).toBe(pair?.stored)
})

describe('the sealer', () => {
  const quiet = { warn: () => {} }

  it('builds a single chain of seals while several sealers run and entries are written', async () => {
    const writing = Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let written = 0; written < 20; written += 1) await writeEntry(own.db)
      }),
    )
    const sealers = Array.from({ length: 4 }, () =>
      startJob(auditSealing({ db: own.db, everyMs: 1 }), quiet),
    )
    await writing
    await Promise.all(sealers.map((sealer) => sealer.stop()))
    const { findings, unsealed, seals } = await verifyAudit(own.db)
    expect({ findings, unsealed }).toEqual({
      findings: [],
      unsealed: { count: 0, oldest: null, isOverdue: false },
    })
    const [{ count } = { count: '' }] = await query<{ count: string }>('select count(*) from audit')
    expect(seals).toBe(Number(count))
  })

  it('seals a backlog that is larger than one batch, oldest entries first', async () => {
    const many = sealBatchSize * 2 + 1
    await query(
      `with made as (insert into audit (id, kind) select gen_random_uuid(), 'signedIn'
         from generate_series(1, $1) returning id)
       insert into audit_unsealed select id from made`,
      [many],
    )
    const before = await verifyAudit(own.db)
    expect(before.unsealed.count).toBe(many)
    expect(before.unsealed.oldest).toMatch(/Z$/)
    await startJob(auditSealing({ db: own.db }), quiet).stop()
    const after = await verifyAudit(own.db)
    expect(after.unsealed.count).toBe(0)
    expect(after.seals).toBe(before.seals + many)
    expect([...after.findings, ...after.remarks]).toEqual([])
  })

  it('reports a sealer failure without affecting requests, and seals the entries later', async () => {
    const warnings: unknown[] = []
    await query('alter table audit_head rename to audit_head_away')
    const log = { warn: (warning: unknown) => void warnings.push(warning) }
    const sealer = startJob(auditSealing({ db: own.db, everyMs: 10 }), log)
    await writeEntry(own.db)
    await expect.poll(() => warnings.length).toBeGreaterThan(1)
    await query('alter table audit_head_away rename to audit_head')
    await expect.poll(async () => (await verifyAudit(own.db)).unsealed.count).toBe(0)
    await sealer.stop()
    expect((await verifyAudit(own.db)).findings).toEqual([])
  })
})
