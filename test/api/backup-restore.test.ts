/** Restoring backups, and the backup and restore commands from start to finish. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import journal from '#server/database/migrations/meta/_journal.json' with { type: 'json' }
import { migrateWithin } from '#server/backup/levels.ts'
import { onOneConnection } from '#server/backup/tables.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { archiveFolder, backUp, readEntries, restore, writeEntries } from '#test/support/backups.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person, Stored } from '#test/support/builders.ts'
import { Caller } from '#test/support/caller.ts'
import { runCommand, startCommand } from '#test/support/commands.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { startProgram } from '#test/support/program.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { sha256Of } from '#server/backup/write-archive.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const password = 'a password of before'
let desk: Desk
let admin: Person
let document: Stored
let file: string

beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin({ password })
  const loan = await desk.makeLoan()
  await desk.makeCommitment(await desk.makeLender(), loan)
  document = await desk.makeDocument(loan)
  await desk.makePhoto(loan)
  file = path.join(archiveFolder(afterAll), 'desk.tar.gz')
  await backUp(desk, file)
})
afterAll(() => desk.close())

describe('restoring a backup', () => {
  let place: EmptyPlace
  beforeEach(async () => {
    place = await makeEmptyPlace()
  })
  afterEach(() => place.close())

  it('refuses to restore into a database that the app has already used', async () => {
    const before = await desk.rows('select * from users order by id')
    await expect(restore(desk, file)).rejects.toThrow('the database already has tables')
    expect(await desk.rows('select * from users order by id')).toEqual(before)
  })

  it('refuses to restore into a database that is empty but already migrated', async () => {
    await withInstallationLock(place.db, () => migrateDatabase(place.db))
    await expect(restore(place, file)).rejects.toThrow('the database already has tables')
    expect(await place.store.sizeOf(document.fileUrl)).toBeNull()
  })

  it("refuses to restore into another database's file store unless the restore replaces that database", async () => {
    await place.store.write('store-mark', Buffer.from(randomUUID()))
    await expect(restore(place, file)).rejects.toThrow(
      'The file store is the one of another database',
    )
    expect(await place.tables()).toEqual([])
    expect(await place.store.sizeOf(document.fileUrl)).toBeNull()
    await restore(place, file, { isSameStore: true })
    expect(await place.tables()).not.toEqual([])
  })

  it('refuses to overwrite a different file during a restore and keeps the existing file', async () => {
    await place.store.write(document.fileUrl, Buffer.from('of somebody else'))
    await expect(restore(place, file)).rejects.toThrow(
      `the file store has a different file at ${document.fileUrl}`,
    )
    expect(await place.tables()).toEqual([])
    expect(await place.store.sizeOf(document.fileUrl)).toBe('of somebody else'.length)
  })

  it('leaves the database empty after an interrupted restore and succeeds when the restore is repeated', async () => {
    const stop = new AbortController()
    const say = (line: string) => void (/Comparing/.test(line) && stop.abort())
    await expect(restore(place, file, { say, signal: stop.signal })).rejects.toThrow()
    expect(await place.tables()).toEqual([])
    expect(await place.store.sizeOf(document.fileUrl)).toBe(document.bytes.length)
    await restore(place, file)
    expect((await place.db.$client.query('select id from loans')).rows).toHaveLength(1)
  })

  it('makes a server that starts on the same database wait until the restore finishes', async () => {
    const { db } = place
    const starting: Promise<unknown>[] = []
    const say = (line: string) => {
      if (/Comparing/.test(line)) starting.push(withInstallationLock(db, () => migrateDatabase(db)))
    }
    await restore(place, file, { say })
    await Promise.all(starting)
    expect(starting).toHaveLength(1)
    expect((await place.db.$client.query('select id from loans')).rows).toHaveLength(1)
  })

  it('restores a backup with an older schema and migrates it', async () => {
    const older = await makeEmptyPlace()
    const archive = path.join(archiveFolder(), 'older.tar.gz')
    try {
      await fillOldestLevel(older)
      const manifest = await backUp(older, archive)
      expect(manifest.tables.map(({ name }) => name)).toContain('loan_figures')
    } finally {
      await older.close()
    }
    await restore(place, archive)
    const restored = await openDesk({ DATA_DIR: place.folder }, place.asDatabase())
    try {
      expect(await discrepancies(restored)).toEqual([])
      const again = await restored.signIn(admin)
      const loans = await again.call('listLoans')
      expect(loans.map(({ title }) => title)).toEqual(['From before'])
    } finally {
      await restored.close()
    }
  })

  async function fillOldestLevel({ db }: EmptyPlace) {
    const people = await desk.rows<{ password: string }>(
      'select password from users where id = $1',
      [admin.id],
    )
    const { signal } = new AbortController()
    await onOneConnection({ db, signal }, 'begin', async (client) => {
      await client.query('create table installation (id integer primary key)')
      await migrateWithin(client, journal.entries[0]?.when)
      await client.query(
        `insert into users (id, email, password, first_name, last_name, is_admin, is_approved)
         values ($1, $2, $3, 'Olga', '', true, true)`,
        [admin.id, admin.email, people[0]?.password],
      )
      await client.query(
        `insert into loans (id, title, borrower_name, amount, interest_rate, term)
         values (gen_random_uuid(), 'From before', 'Pier LLC', 1000, 7, 12)`,
      )
    })
  }

  it('rejects a backup made by a newer version and explains why', async () => {
    const entries = await readEntries(file)
    const at = entries.length - 2
    const text = (entries[at]?.bytes.toString() ?? '').replace(
      /"level": \d+/,
      `"level": ${Date.UTC(2100, 0)}`,
    )
    const newer = path.join(archiveFolder(), 'newer.tar.gz')
    await writeEntries(newer, [
      ...entries.slice(0, at),
      { name: 'manifest.json', bytes: Buffer.from(text) },
      {
        name: 'manifest.json.sha256',
        bytes: Buffer.from(`${sha256Of(text)}  manifest.json\n`),
      },
    ])
    await expect(restore(place, newer)).rejects.toThrow(
      'The backup was made by a newer version of Paripassu',
    )
  })
})

describe('the backup and restore commands', () => {
  it('backs up a server, restores it into a new DATA_DIR, and starts a server from that folder', async () => {
    const dataDir = path.join(await mkdtemp(path.join(memoryFolder(), 'paripassu-data-')), 'data')
    const archive = path.join(archiveFolder(), 'desk.tar.gz')
    try {
      const there = { DATA_DIR: desk.config.dataDir, DATABASE_URL: desk.databaseUrl }
      const backup = await runCommand('backup', [archive], there)
      expect(backup, backup.output).toMatchObject({ code: 0 })
      expect(backup.output).toContain(
        `\n  database: ${new URL(desk.databaseUrl).pathname.slice(1)} on `,
      )
      expect(backup.output).toContain(`\n  files: ${desk.config.dataDir}/objects\n`)
      expect(await desk.rows('select 1 from last_backup')).toHaveLength(1)
      const refused = await runCommand('restore', [archive], there)
      expect(refused).toMatchObject({ code: 1 })
      expect(refused.output).toContain('only to an empty place')
      const restored = await runCommand('restore', [archive], { DATA_DIR: dataDir })
      expect(restored, restored.output).toMatchObject({ code: 0 })
      expect(restored.output).toContain(`\n  database: ${dataDir}/postgres (embedded)\n`)
      expect(restored.output).toContain('The audit trail is intact')

      const program = await startProgram({ DATA_DIR: dataDir, SAMPLE_DATA: 'on' })
      try {
        expect(program.output()).not.toMatch(/password:|sample portfolio/)
        const caller = new Caller(program.address, new Agent())
        await caller.call('login', { body: { email: admin.email, password } })
        expect(await caller.call('listLoans')).toHaveLength(1)
        expect((await caller.call('getSetup')).done).not.toContain('backup')
        // The backup command connects to the running server's database.
        const again = await runCommand('backup', [`${archive}.2`], { DATA_DIR: dataDir })
        expect(again, again.output).toMatchObject({ code: 0 })
        expect((await caller.call('getSetup')).done).toContain('backup')
      } finally {
        await program.end('SIGTERM')
      }
    } finally {
      await rm(path.dirname(dataDir), { recursive: true, force: true })
    }
  }, 90_000)

  it('prints a message and cleans up when a backup or restore is interrupted', async () => {
    const folder = archiveFolder()
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin; lock table favorites in access exclusive mode')
      const settings = { DATA_DIR: desk.config.dataDir, DATABASE_URL: desk.databaseUrl }
      const run = startCommand('backup', [path.join(folder, 'desk.tar.gz')], settings)
      await expect.poll(run.output, { timeout: 20_000 }).toContain('files,')
      run.kill('SIGINT')
      expect(await run.ended).toBe(1)
      expect(run.output()).toMatch(/Stopped; no backup was kept\n$/)
      expect(await readdir(folder)).toEqual([])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it.each([
    ['backup', [], /^Usage: npm run backup -- FILE\n$/],
    ['restore', ['a', 'b'], /^Usage: npm run restore -- FILE \[--same-store\]\n$/],
    [
      'backup',
      ['x.tar.gz'],
      /^DATA_DIR \S+ contains no database; check the setting, and [^\n]+\n$/,
    ],
    ['audit-verify', [], /^DATA_DIR \S+ contains no database; [^\n]+\n$/],
    ['two-factor-off', ['ada@example.com'], /^DATA_DIR \S+ contains no database; [^\n]+\n$/],
    ['admin-password', ['ada@example.com'], /^DATA_DIR \S+ contains no database; [^\n]+\n$/],
    ['restore', ['/nowhere.tar.gz'], /There is no file \/nowhere\.tar\.gz\n$/],
  ])(
    "prints a one-line error for %s with the arguments %j, and doesn't create DATA_DIR",
    async (name, args, words) => {
      const parent = await mkdtemp(path.join(tmpdir(), 'paripassu-data-'))
      try {
        const settings = { DATA_DIR: path.join(parent, 'data') }
        const { code, output } = await runCommand(name, args, settings)
        // Exit code 1 from audit:verify means that the audit trail isn't intact.
        expect(code).toBe(name === 'audit-verify' ? 2 : 1)
        expect(output).toMatch(words)
        expect(await readdir(parent)).toEqual([])
      } finally {
        await rm(parent, { recursive: true, force: true })
      }
    },
  )
})
