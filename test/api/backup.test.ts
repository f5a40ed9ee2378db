/** Backs up a running server and restores the backup into an empty location. Every row and byte must be identical. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest } from '#server/backup/archive.ts'
import { leftOut } from '#server/backup/tables.ts'
import { verifyAudit } from '#server/audit/verification.ts'
import { readConfig } from '#server/config/config.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { transactOnce } from '#server/database/transactions.ts'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { seedSamplePortfolio } from '#server/sample/sample-portfolio.ts'
import { hashPassword } from '#server/sign-in/passwords.ts'
import { archiveFolder, backUp, restore } from '#test/support/backups.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { startCommitting, type CommitStream } from '#test/support/commit-streams.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace, type EmptyPlace } from '#test/support/empty-place.ts'
import { security } from '#test/support/requirements.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts'
import { commitmentsOffRecord } from '#test/support/trail.ts'
import { uploadBytes } from '#test/support/uploading.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const password = 'a password of before'
let desk: Desk
let admin: Person
let lender: Person

async function addDocument(loanId: string, text: string): Promise<{ id: string; fileUrl: string }> {
  const fileUrl = await uploadBytes(admin, 'document', pdfFile(text))
  const body = { loanId, filename: `${text}.pdf`, fileType: 'application/pdf', fileUrl } as const
  const { id } = await admin.call('createDocument', { body })
  return { id, fileUrl }
}

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin({ password })
  lender = await desk.makeLender()
  await transactOnce(desk.db, (tx) =>
    seedSamplePortfolio({
      db: tx,
      store: desk.store,
      hashPassword,
      passwords: { lender: password },
      adminId: admin.id,
    }),
  )
})
afterAll(() => desk.close())

describe('a backup made while lenders make commitments', () => {
  let folder: string
  let place: EmptyPlace
  let restored: Desk
  let manifest: Manifest
  let copy: Manifest
  let loanIds: string[]
  let documentUrl: string
  let acknowledgedBefore: string[]

  beforeAll(async () => {
    folder = archiveFolder(afterAll)
    const file = path.join(folder, 'desk.tar.gz')
    loanIds = [(await desk.makeLoan()).id, (await desk.makeLoan()).id]
    documentUrl = (await addDocument(loanIds[0] ?? '', 'Tab\tbackslash \\N and a line\nbreak'))
      .fileUrl
    const streams = [lender, await desk.makeLender()].map((each) => startCommitting(each, loanIds))
    acknowledgedBefore = await untilSome(streams)
    manifest = await backUp(desk, file)
    await Promise.all(streams.map((stream) => stream.finish()))
    place = await makeEmptyPlace()
    await restore(place, file)
    // The data is copied before the restored server starts, because starting changes the data.
    copy = await backUp(place, path.join(folder, 'copy.tar.gz'))
    restored = await openDesk({ DATA_DIR: place.folder }, place.asDatabase())
  })
  afterAll(() => restored?.close())

  async function untilSome(streams: CommitStream[]): Promise<string[]> {
    const ids = () => streams.flatMap(({ attempts }) => attempts.flatMap(({ id }) => id ?? []))
    while (ids().length < 8) await sleep(10)
    return ids()
  }

  it('restores the same rows and files from a backup, with equal counts and hashes', () => {
    expect(manifest.tables.find(({ name }) => name === 'commitments')?.rows).toBeGreaterThan(50)
    expect(manifest.files.length).toBeGreaterThan(100)
    expect(manifest.missing).toEqual([])
    const { madeAt: _then, files, ...rest } = manifest
    const { madeAt: _now, files: copied, ...copiedRest } = copy
    expect(copiedRest).toEqual(rest)
    const byPath = (all: Manifest['files']) => all.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    expect(byPath(copied)).toEqual(byPath(files))
  })

  it('restores totals that equal the sums of the commitments, and one audit entry per commitment', async () => {
    expect(await discrepancies(restored)).toEqual([])
    const rows = await restored.rows<{ id: string }>(
      'select id from commitments where loan_id = any ($1::uuid[])',
      [loanIds],
    )
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(acknowledgedBefore))
    expect(await commitmentsOffRecord(restored, ids)).toEqual([])
  })

  it('restores the entire audit trail, up to the seal named in the backup', async () => {
    expect(manifest.audit?.number).toBeGreaterThan(0)
    const { findings } = await verifyAudit(restored.db, { noted: manifest.audit ?? undefined })
    expect(findings).toEqual([])
  })

  it("lets users sign in with their passwords but doesn't restore sessions", async () => {
    const before = restored.callerAt(restored.address, admin)
    expect((await before.send('listUsers')).status).toBe(401)
    const again = await restored.signIn(admin)
    expect((await again.call('listUsers')).length).toBeGreaterThan(2)
  })

  it('serves every restored file byte for byte', async () => {
    const again = await restored.signIn(admin)
    const reply = await again.request('GET', `/objects/${documentUrl}`)
    const original = await admin.request('GET', `/objects/${documentUrl}`)
    expect(reply.status).toBe(200)
    expect(reply.bytes.equals(original.bytes)).toBe(true)
    const [photo] = await restored.rows<{ path: string }>('select file_url as path from photos')
    expect((await again.request('GET', `/objects/${photo?.path}?w=320`)).status).toBe(200)
  })

  it("doesn't add the sample portfolio or another administrator when a restored server starts", async () => {
    const people = await restored.rows('select id from users')
    const config = readConfig({ DATA_DIR: place.folder, SAMPLE_DATA: 'on' }, place.folder)
    const say = (line: string) => expect.fail(line)
    const { db, store } = restored
    expect(await prepareDatabase({ db, store, config, say })).toEqual([])
    expect(await restored.rows('select id from users')).toHaveLength(people.length)
  })

  it('makes the backup readable only to its owner', () => {
    security('13.3.2')
    expect(statSync(path.join(folder, 'desk.tar.gz')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['copy.tar.gz', 'desk.tar.gz'])
  })
})

describe('a backup', () => {
  it('backs up every table except those with a documented reason for exclusion', async () => {
    const manifest = await backUp(desk, path.join(archiveFolder(), 'desk.tar.gz'))
    const tables = await desk.rows<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const taken = manifest.tables.map(({ name }) => name)
    expect([...taken, ...manifest.leftOut].toSorted()).toEqual(
      tables.map(({ name }) => name).toSorted(),
    )
    expect(manifest.leftOut.toSorted()).toEqual(Object.keys(leftOut).toSorted())
  })

  // The restore doesn't set sequences, so a column filled from a sequence would repeat earlier values.
  it('includes no columns that are filled from a sequence', async () => {
    const columns = await desk.rows<{ table_name: string }>(
      `select table_name from information_schema.columns
       where table_schema = 'public' and (column_default like 'nextval(%' or is_identity = 'YES')`,
    )
    expect(columns.filter(({ table_name }) => !Object.hasOwn(leftOut, table_name))).toEqual([])
  })

  it('handles files added or deleted during the backup, and restores only registered files', async () => {
    const { id: loanId } = await desk.makeLoan()
    const going = await addDocument(loanId, 'Going')
    let coming = { id: '', fileUrl: '' }
    const file = path.join(archiveFolder(), 'desk.tar.gz')
    const manifest = await backUpWithPause(file, async () => {
      await admin.call('deleteDocument', { params: { id: going.id } })
      coming = await addDocument(loanId, 'Coming')
    })
    const entry = (url: string) => manifest.files.find((each) => each.path === url)
    expect(entry(going.fileUrl)?.isRegistered).toBe(false)
    expect(entry(coming.fileUrl)?.isRegistered).toBe(true)
    expect(manifest.missing).toEqual([])
    const place = await makeEmptyPlace()
    try {
      await restore(place, file)
      expect(await place.store.sizeOf(going.fileUrl)).toBeNull()
      expect(await place.store.sizeOf(coming.fileUrl)).toBe(pdfFile('Coming').length)
    } finally {
      await place.close()
    }
  })

  /** Makes a backup and runs `act` after the backup has read the files but before it reads the tables. */
  async function backUpWithPause(file: string, act: () => Promise<void>) {
    const db = connect({ connectionString: desk.databaseUrl }, () => {}, noTimeouts)
    const acts: Promise<void>[] = []
    const actAlone = async () => {
      // The backup has to wait because all database connections are in use.
      const { max } = db.$client.pool.options
      const all = await Promise.all(Array.from({ length: max }, () => db.$client.connect()))
      await act()
      for (const client of all) client.release()
    }
    const say = (line: string) => {
      if (/files,/.test(line) && acts.length === 0) acts.push(actAlone())
    }
    try {
      const { signal } = new AbortController()
      return await makeBackup({ db, store: desk.store, say, signal }, file)
    } finally {
      await Promise.all(acts)
      await db.$client.end()
    }
  }

  it('lists files missing from the store and continues the backup', async () => {
    const { id: loanId } = await desk.makeLoan()
    const { id, fileUrl } = await addDocument(loanId, 'Lost')
    await rm(path.join(desk.config.dataDir, 'objects', fileUrl))
    const lines: string[] = []
    const file = path.join(archiveFolder(), 'desk.tar.gz')
    const { missing } = await backUp(desk, file, { say: (line) => lines.push(line) })
    expect(missing).toEqual([fileUrl])
    expect(lines).toContain(`  Missing in the file store: ${fileUrl}`)
    await admin.call('deleteDocument', { params: { id } })
  })

  it('refuses to back up to an existing file or a nonexistent folder', async () => {
    const folder = archiveFolder()
    const taken = path.join(folder, 'taken.tar.gz')
    await writeFile(taken, 'precious')
    await expect(backUp(desk, taken)).rejects.toThrow(`${taken} already exists`)
    await writeFile(path.join(folder, 'other.tar.gz.part'), 'of another backup')
    await expect(backUp(desk, path.join(folder, 'other.tar.gz'))).rejects.toThrow(
      'another backup is being made',
    )
    await expect(backUp(desk, path.join(folder, 'no/where.tar.gz'))).rejects.toThrow(
      `There is no folder ${folder}/no`,
    )
    expect(readdirSync(folder).toSorted()).toEqual(['other.tar.gz.part', 'taken.tar.gz'])
  })

  it('refuses to back up a database that the app has never used', async () => {
    const place = await makeEmptyPlace()
    const file = path.join(archiveFolder(), 'nothing.tar.gz')
    try {
      await expect(backUp(place, file)).rejects.toThrow('There is nothing to back up')
      expect(existsSync(`${file}.part`)).toBe(false)
    } finally {
      await place.close()
    }
  })

  it('leaves no backup file after an interruption, even while waiting for a table lock', async () => {
    const file = path.join(archiveFolder(), 'stopped.tar.gz')
    const stop = new AbortController()
    const holder = await desk.db.$client.connect()
    try {
      await holder.query('begin; lock table favorites in access exclusive mode')
      const say = (line: string) =>
        void (/files,/.test(line) && setTimeout(() => stop.abort(), 200))
      await expect(backUp(desk, file, { say, signal: stop.signal })).rejects.toThrow('Stopped')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false)
  })

  const hindrance = whyNoSmallDisk()
  it.skipIf(hindrance)(
    `leaves no backup file on a full disk (${hindrance ?? 'mounted'})`,
    async () => {
      const disk = mountSmallDisk(1)
      try {
        const file = path.join(disk.folder, 'desk.tar.gz')
        await expect(backUp(desk, file)).rejects.toThrow(
          `There is no room left on the disk of ${disk.folder}; no backup was kept`,
        )
        expect(readdirSync(disk.folder)).toEqual([])
      } finally {
        disk.unmount()
      }
    },
  )
})
