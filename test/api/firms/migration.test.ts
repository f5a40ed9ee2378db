/** The upgrade to firms, audiences and deals: nobody's answers change, and the release before can go on serving. */
import { pipeline } from 'node:stream/promises'
import journal from '#server/database/migrations/meta/_journal.json' with { type: 'json' }
import { verifyAudit } from '#server/audit/verification.ts'
import { migrateWithin } from '#server/backup/levels.ts'
import { copyIn, copyOut, leftOut, listTables, onOneConnection } from '#server/backup/tables.ts'
import { applyMigrations, migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import { projectRoot } from '#server/project-root.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { sealAll } from '#test/support/trail.ts'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const at = (tag: string) => journal.entries.findIndex((entry) => entry.tag.endsWith(tag))
const levelBefore = journal.entries[at('_firms') - 1]?.when
const files = readMigrationFiles({
  migrationsFolder: path.join(projectRoot, 'server/database/migrations'),
}).slice(at('_firms'), at('_deal_desk') + 1)
const signal = new AbortController().signal

/** Receipts contain the address. */
const settings = { RATE_LIMIT: 'off', PUBLIC_URL: 'https://desk.example.com' }

let desk: Desk
let people: { olga: Person; lena: Person; luis: Person; ada: Person }
let place: EmptyPlace
beforeAll(async () => {
  desk = await openDesk(settings)
  people = {
    olga: await desk.makeAdmin({ lastName: 'North' }),
    lena: await desk.makeLender(),
    luis: await desk.makeLender({ firstName: 'Luis' }),
    ada: await desk.makePending({ firstName: 'Ada' }),
  }
  // The firms have the ids that the migration gives them, so that the trail of before can be read on both desks.
  await desk.rows('insert into firms (id) select id from users')
  await desk.rows('update users set firm_id = id')
  await fillDesk()
  place = await makeEmptyPlace()
  await copyAsBefore(place.db)
})
afterAll(async () => {
  await desk.close()
  await place.close()
})

async function fillDesk() {
  const { olga, lena, luis } = people
  const [pier, mill, gone] = [
    await desk.makeLoan({ title: 'Pier' }),
    await desk.makeLoan({ title: 'Mill', amount: '1000.01' }),
    await desk.makeLoan({ title: 'Gone' }),
  ]
  const soft = { percentage: '5', isSoftCommit: 'true' } as const
  const grown = await desk.makeCommitment(lena, pier, soft)
  const params = { id: grown.id }
  await lena.call('changeCommitment', { params, body: { percentage: '8' } })
  await lena.call('makeCommitmentBinding', { params, body: {} })
  await desk.makeCommitment(lena, pier, soft)
  await desk.makeCommitment(luis, pier, { percentage: '20' })
  const freed = await desk.makeCommitment(luis, mill, { percentage: '50' })
  await desk.makeCommitment(lena, mill, { percentage: '50' })
  await olga.call('releaseCommitment', { params: { id: freed.id }, body: { reason: 'Agreed.' } })
  await desk.makeCommitment(olga, mill, { percentage: '3' })
  await desk.makeCommitment(lena, gone, { percentage: '10' })
  await deleteAsBefore(() => olga.call('deleteLoan', { params: { id: gone.id } }))
  const write = (who: Person, recipientId: string | null, message: string) =>
    who.call('createMessage', { body: { loanId: pier.id, message, recipientId } })
  await write(lena, null, 'When is closing?')
  await write(olga, luis.id, 'In May.')
  await write(olga, null, 'The appraisal is here.')
  await luis.call('passOnLoan', { params: { id: mill.id }, body: { reason: 'rate' } })
  // The first receipt creates the signing key.
  await lena.call('getReceipt', { params: { id: grown.id } })
  await sealAll(desk.db)
}

/** Removes the firms from the entry of a deletion before it is sealed, because the release before wrote none. */
async function deleteAsBefore(act: () => Promise<unknown>) {
  const client = await desk.db.$client.connect()
  // The sealer waits for this row.
  await client.query('begin; select from audit_head for update')
  await act()
  await client.query(
    `update audit set before = regexp_replace(before::text, '"firmId" ?: ?"[^"]*", ?', '', 'g')::json
     where kind = 'loanDeleted'`,
  )
  const { rows } = await client.query<{ text: string }>(
    `select before::text as text from audit where kind = 'loanDeleted'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).toContain('lenderId')
  expect(rows[0]?.text).not.toContain('firmId')
  await client.query('commit')
  client.release()
}

/** Copies everything but what the release before didn't have into its tables. */
async function copyAsBefore(to: Database) {
  // COPY needs a connection that isn't pipelined.
  const from = connect(desk.connection, () => {}, noTimeouts)
  await onOneConnection({ db: to, signal }, 'begin', async (client) => {
    await client.query('create table installation (id integer primary key)')
    await client.query('insert into installation (id) values (1)')
    await migrateWithin(client, levelBefore)
    const tables = (await listTables(client)).filter(({ name }) => !Object.hasOwn(leftOut, name))
    await onOneConnection({ db: from, signal }, 'begin read only', async (source) => {
      for (const table of tables) {
        await client.query(`delete from ${table.name}`)
        await copyIn(client, table, copyOut(source, table))
      }
    })
  })
  await from.$client.end()
}

async function answersOf(on: Desk) {
  const found: Record<string, unknown> = {}
  const { olga, lena, luis, ada } = people
  for (const account of [olga, lena, luis, ada]) {
    const reader = await on.signIn(account)
    const who = account.firstName
    const keep = (name: string, answer: unknown) => (found[`${who} ${name}`] = answer)
    keep('user', await reader.call('getCurrentUser'))
    keep('lines', await reader.call('listOwnCommitments'))
    keep('holdings', await reader.call('listOwnHoldings'))
    const history = await reader.call('listOwnHistory')
    keep('history', history)
    keep('portfolio', await reader.call('getPortfolio'))
    keep('loans', await reader.call('listLoans'))
    const csv = (await reader.send('exportPositionAsCsv')).text
    keep('csv', csv.replaceAll(/As of [^"]*UTC/g, ''))
    for (const { entryId, event } of history)
      if (!['removed', 'rounded', 'termsChanged'].includes(event)) {
        const params = { id: entryId }
        keep(`receipt ${entryId}`, await reader.call('getReceipt', { params }))
        const { text } = await reader.send('getReceiptPdf', { params })
        keep(`receipt ${entryId} as PDF`, text)
      }
    if (account === ada) continue
    for (const { id } of await reader.call('listLoans')) {
      keep(`messages ${id}`, await reader.call('listLoanMessages', { params: { loanId: id } }))
      keep(`loan ${id}`, await reader.call('getLoan', { params: { id } }))
      if (account !== olga) continue
      const params = { id }
      keep(`book ${id}`, await reader.call('getBook', { params }))
      keep(`book ${id} as CSV`, (await reader.send('exportBookAsCsv', { params })).text)
      keep(`lenders ${id}`, await reader.call('listLoanLenders', { params }))
    }
  }
  const admin = await on.signIn(olga)
  found['users'] = (await admin.call('listUsers')).map((user) => ({ ...user, lastSignInAt: null }))
  const { asOf: _, ...exposure } = await admin.call('getExposure')
  found['exposure'] = exposure
  return found
}

/** The ids of firms are new, and a firm is found by its people. */
const withoutFirms = (answers: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === 'firmId' ? 'firm' : value)))

const hashOf = (db: Database, names: string[]) =>
  onOneConnection({ db, signal }, 'begin read only', async (client) => {
    const tables = await listTables(client)
    const found: string[] = []
    for (const table of tables.filter(({ name }) => names.includes(name))) {
      const hash = createHash('sha256')
      await pipeline(copyOut(client, table), hash)
      found.push(hash.digest('hex'))
    }
    expect(found).toHaveLength(names.length)
    return found
  })

/** Rows as the release before inserts them, without a firm. Returns the id of the new person. */
async function insertAsBefore(client: Pick<PoolClient, 'query'>, lenderId: string) {
  const { rows } = await client.query<{ id: string }>('select id from loans limit 1')
  const loanId = rows[0]?.id
  // The statement stays prepared while the migrations add a column to its table.
  const text = 'select c.id from lines_now($1::uuid, null) c'
  await client.query({ name: 'lines', text, values: [loanId] })
  const [id, commitmentId] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into users (id, email, password, first_name, last_name, is_approved)
     values ($1, $2, 'x', 'New', 'Person', true)`,
    [id, `${id}@example.com`],
  )
  for (const lender of [id, lenderId]) {
    await client.query(
      `insert into commitments as c (id, loan_id, lender_id, is_soft_commit, percentage, amount, status,
         loan_amount, interest_rate, term, ended_at)
       values ($1, $2, $3, true, 1, 10, 'withdrawn', 1000, 7, 12, now())
       on conflict (id) do update set percentage = excluded.percentage`,
      [lender === id ? commitmentId : randomUUID(), loanId, lender],
    )
    await client.query(
      `insert into messages (id, loan_id, user_id, message, from_admin) values ($1, $2, $3, 'When?', false)`,
      [randomUUID(), loanId, lender],
    )
    for (const reason of ['rate', 'size'])
      await client.query(
        `insert into passes (lender_id, loan_id, reason, comment) values ($1, $2, $3, null)
         on conflict (lender_id, loan_id) do update set reason = excluded.reason`,
        [lender, loanId, reason],
      )
  }
  for (const recipient of [id, lenderId, null])
    await client.query(
      `insert into messages (id, loan_id, user_id, recipient_id, message, from_admin)
       values ($1, $2, $3, $4, 'Soon.', true)`,
      [randomUUID(), loanId, people.olga.id, recipient],
    )
  return id
}

const wrongFirms = `
  select 'person' as row from users u
    where u.firm_id is null or not exists (select from firms where id = u.firm_id and not is_originator)
  union all select 'commitment' from commitments c join users u on u.id = c.lender_id
    where c.firm_id is distinct from u.firm_id
  union all select 'pass' from passes p join users u on u.id = p.lender_id
    where p.firm_id is distinct from u.firm_id
  union all select 'message' from messages m
    left join users u on u.id = case when m.from_admin then m.recipient_id else m.user_id end
    where m.firm_id is distinct from coalesce(u.firm_id, (select id from firms where is_originator))
  union all select 'shared firm' from users group by firm_id having count(*) > 1
  union all select 'empty firm' from firms
    where not is_originator and not exists (select from users where firm_id = firms.id)
  union all select 'originator' from firms where is_originator having count(*) <> 1`

describe('the upgrade to firms', () => {
  it('changes no answer, figure, seal, receipt or export, and can be killed at every step', async () => {
    const before = await answersOf(desk)
    const sealed = ['audit', 'audit_seals', 'receipt_keys']
    const hashes = await hashOf(place.db, sealed)
    const { db } = place
    for (const { sql: statements, hash, folderMillis } of files) {
      const killed = await db.$client.connect()
      await killed.query('begin')
      await killed.query(statements.join('\n;\n'))
      await killed.query('rollback')
      killed.release()
      await onOneConnection({ db, signal }, 'begin', async (client) => {
        await client.query(statements.join('\n;\n'))
        await client.query('insert into public.migrations (hash, created_at) values ($1, $2)', [
          hash,
          folderMillis,
        ])
      })
    }
    expect(await withInstallationLock(db, () => migrateDatabase(db))).toEqual([])
    expect((await db.$client.query(wrongFirms)).rows).toEqual([])
    expect(await hashOf(db, sealed)).toEqual(hashes)
    const migrated = await openDesk(
      { ...settings, DATA_DIR: place.folder },
      {
        connection: place.connection,
        drop: async () => {},
      },
    )
    try {
      expect(withoutFirms(await answersOf(migrated))).toEqual(withoutFirms(before))
      expect(await discrepancies(migrated)).toEqual([])
      await sealAll(migrated.db)
      expect((await verifyAudit(migrated.db)).findings).toEqual([])
      expect(migrated.errors).toEqual([])
    } finally {
      await migrated.close()
    }
  })

  it('keeps the release before able to insert rows after each of its steps', async () => {
    const other = await makeEmptyPlace()
    try {
      await copyAsBefore(other.db)
      const client = await other.db.$client.connect()
      const made = [await insertAsBefore(client, people.lena.id)]
      for (const { sql: statements } of files) {
        await other.db.$client.query(`begin; ${statements.join('\n;\n')}; commit`)
        made.push(await insertAsBefore(client, made.at(-1) ?? people.lena.id))
      }
      expect((await client.query(wrongFirms)).rows).toEqual([])
      const { rows } = await client.query<{ id: string; role: string }>(
        'select id, firm_role as role from users where id = any($1)',
        [made],
      )
      expect(rows.map(({ role }) => role)).toEqual(made.map(() => 'manager'))
      client.release()
    } finally {
      await other.close()
    }
  })

  it('fills an empty database in the same way', async () => {
    const empty = await makeEmptyPlace()
    try {
      await withInstallationLock(empty.db, () =>
        applyMigrations(empty.db, path.join(projectRoot, 'server/database/migrations')),
      )
      expect((await empty.db.$client.query(wrongFirms)).rows).toEqual([])
      const twice = 'insert into firms (id, is_originator) values (gen_random_uuid(), true)'
      await expect(empty.db.$client.query(twice)).rejects.toThrow('firms_originator')
    } finally {
      await empty.close()
    }
  })
})
