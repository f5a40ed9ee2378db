/** The disk that holds DATA_DIR is full. Writes get 503, and no write is stored partially. */
import { readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Commitment } from '#contract/book/commitments.ts'
import { connect, type Connection, type Database } from '#server/database/client.ts'
import { attachToEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { Caller, readJson, readRefusal, type Reply } from '#test/support/caller.ts'
import { startProgram, type Program } from '#test/support/program.ts'
import { security } from '#test/support/requirements.ts'
import { mountSmallDisk, whyNoSmallDisk, type SmallDisk } from '#test/support/small-disk.ts'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import {
  askForUpload,
  fileUrlOf,
  manyBytes,
  putBytes,
  uploadBytes,
} from '#test/support/uploading.ts'

const password = 'correct horse battery'
const skipReason = whyNoSmallDisk()

describe.skipIf(skipReason)(`a database on a full disk (${skipReason ?? 'mounted'})`, () => {
  const agent = new Agent({ keepAlive: true })
  let disk: SmallDisk
  let program: Program
  let cookie: string | null = null
  let loanId: string
  const acknowledged: string[] = []

  const start = async () => {
    program = await startProgram({
      DATA_DIR: path.join(disk.folder, 'data'),
      ADMIN_PASSWORD: password,
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
    })
  }
  const admin = () => Object.assign(new Caller(program.address, agent), { cookie })

  beforeAll(async () => {
    disk = mountSmallDisk(192)
    await start()
    const caller = admin()
    await caller.call('login', { body: { email: 'admin@example.com', password } })
    cookie = caller.cookie
    const body = { title: 'Pier', borrowerName: 'Pier LLC', amount: '33.33', term: 12 }
    loanId = (await caller.call('createLoan', { body: { ...body, interestRate: '7' } })).id
  }, 120_000)
  // Each test starts with free space and a running server, even after a failed test.
  beforeEach(async () => {
    disk.makeRoom()
    await expect.poll(() => commit('room'), { timeout: 60_000 }).toMatchObject({ status: 201 })
  }, 70_000)
  afterEach(() => disk.makeRoom())
  afterAll(async () => {
    agent.destroy()
    await program.end('SIGTERM')
    disk.unmount()
  }, 60_000)

  /** Makes a soft commitment of 1%. The disk fills up long before the lender reaches the limit for soft shares. */
  async function commit(key: string): Promise<Reply> {
    const body = { loanId, percentage: '1', isSoftCommit: 'true' }
    const headers = { 'idempotency-key': key }
    const reply = await admin().send('createCommitment', { body, headers })
    if (reply.status === 201) {
      const { id } = readJson(reply) as Commitment
      if (!acknowledged.includes(id)) acknowledged.push(id)
    }
    return reply
  }

  async function commitUntilRefused(): Promise<{ key: string; reply: Reply }> {
    for (let number = 1; number < 20_000; number += 1) {
      const key = `key-${acknowledged.length}-${number}`
      const reply = await commit(key)
      if (reply.status !== 201) return { key, reply }
    }
    throw new Error('The disk did not get full')
  }

  const held = async () => (await admin().call('listOwnCommitments')).map(({ id }) => id).toSorted()

  async function expectNothingLostOrPartial() {
    expect(await held()).toEqual(acknowledged.toSorted())
    const rows = <Row>(text: string) =>
      withDatabase('connection', async (db) => (await db.$client.query(text)).rows as Row[])
    expect(await discrepancies({ rows })).toEqual([])
  }

  async function withDatabase<Result>(
    as: 'connection' | 'adminConnection',
    act: (db: Database) => Promise<Result>,
  ): Promise<Result> {
    const found = attachToEmbeddedPostgres(path.join(disk.folder, 'data/postgres'))
    if (!found) throw new Error('No database server runs there')
    const connection: Connection = found[as]
    const db = connect(connection, () => {})
    try {
      return await act(db)
    } finally {
      await db.$client.end()
    }
  }

  /** Makes PostgreSQL exit because it can't write its WAL. It can't restart until there is free space. */
  async function fillWal() {
    disk.fill()
    await withDatabase('adminConnection', async (db) => {
      const writeSegment = () =>
        db.$client.query('select pg_switch_wal(), pg_logical_emit_message(true, $1, $1)', ['x'])
      for (let segment = 0; segment < 100; segment += 1)
        if (
          !(await writeSegment().then(
            () => true,
            () => false,
          ))
        )
          return
      throw new Error('The WAL did not fail')
    })
  }

  it('returns 503 for commitments on a full disk, keeps confirmed commitments, and recovers when space is free', async () => {
    security('16.5.3')
    disk.fill()
    const { key, reply } = await commitUntilRefused()
    expect(reply.status, reply.text).toBe(503)
    expect(readRefusal(reply)).toEqual({
      message: 'The disk is full. Try again later.',
      code: 'no_room',
    })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(await admin().call('listLoans')).toHaveLength(1)
    await expectNothingLostOrPartial()

    disk.makeRoom()
    expect((await commit(key)).status).toBe(201)
    await expectNothingLostOrPartial()
  }, 60_000)

  it('returns 503 after PostgreSQL exits for lack of disk space, and restarts PostgreSQL when space is free', async () => {
    await fillWal()
    const { key, reply } = await commitUntilRefused()
    expect(reply.status, reply.text).toBe(503)
    expect(readRefusal(reply).message).not.toMatch(/ENO|postgres|socket|WAL/i)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    const startAttempts = () => program.output().split('The disk is full').length - 1
    await expect.poll(startAttempts, { timeout: 30_000 }).toBeGreaterThan(1)
    expect((await admin().request('GET', '/readyz')).status).toBe(503)
    expect((await admin().request('GET', '/healthz')).status).toBe(200)
    expect((await commit(key)).status).toBe(503)

    disk.makeRoom()
    await expect.poll(() => commit(key), { timeout: 30_000 }).toMatchObject({ status: 201 })
    await expectNothingLostOrPartial()
  }, 90_000)

  it('stops at startup while the disk is full, with a message that names DATA_DIR', async () => {
    await fillWal()
    await sleep(500)
    expect(await program.end('SIGTERM')).toBe(0)
    await expect(start()).rejects.toThrow(
      `The disk of DATA_DIR ${path.join(disk.folder, 'data')} is full: make room there.`,
    )
    disk.makeRoom()
    await start()
    await expectNothingLostOrPartial()
    expect((await commit('after-all')).status).toBe(201)
  }, 90_000)
})

describe.skipIf(skipReason)(`files on a full disk (${skipReason ?? 'mounted'})`, () => {
  const agent = new Agent({ keepAlive: true })
  const megabyte = 1024 * 1024
  let disk: SmallDisk
  let database: OwnDatabase
  let program: Program
  let admin: Caller
  let loanId: string
  beforeAll(async () => {
    disk = mountSmallDisk(32)
    database = await makeDatabase()
    program = await startProgram({
      DATA_DIR: path.join(disk.folder, 'data'),
      DATABASE_URL: toDatabaseUrl(database.connection),
      ADMIN_PASSWORD: password,
      RATE_LIMIT: 'off',
    })
    admin = new Caller(program.address, agent)
    await admin.call('login', { body: { email: 'admin@example.com', password } })
    const body = { title: 'Quay', borrowerName: 'Quay LLC', amount: '33.33', term: 12 }
    loanId = (await admin.call('createLoan', { body: { ...body, interestRate: '7' } })).id
  }, 120_000)
  afterEach(() => disk.makeRoom())
  afterAll(async () => {
    agent.destroy()
    await program.end('SIGTERM')
    await database.drop()
    disk.unmount()
  }, 60_000)

  // Emails are excluded, because they can be retried at any time.
  const filesOnDisk = () =>
    readdirSync(path.join(disk.folder, 'data/objects'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted()

  const register = (fileUrl: string) =>
    admin.send('createDocument', {
      body: { loanId, filename: 'Appraisal.pdf', fileType: 'application/pdf', fileUrl },
    })
  const read = (fileUrl: string) => admin.request('GET', `/objects/${fileUrl}`)

  it('rejects an upload in progress with 503 on a full disk and leaves no files behind', async () => {
    const kept = await uploadBytes(admin, 'document', pdfFile())
    expect((await register(kept)).status).toBe(201)
    const before = filesOnDisk()
    const sizeBytes = 8 * megabyte
    const upload = await askForUpload(admin, 'document', {
      contentType: 'application/pdf',
      size: sizeBytes,
    })
    const put = () =>
      putBytes(upload, manyBytes(sizeBytes, pdfFile()), { 'content-length': String(sizeBytes) })
    disk.fill(3 * megabyte)
    const refused = await put()
    expect(refused.status, refused.text).toBe(503)
    expect(readRefusal(refused)).toEqual({
      message: 'The disk is full. Try again later.',
      code: 'no_room',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(filesOnDisk()).toEqual(before)
    expect((await register(fileUrlOf(upload))).status).toBe(400)
    expect((await read(kept)).bytes.equals(pdfFile())).toBe(true)
    await admin.call('createCommitment', { body: { loanId, percentage: '1' } })
    const small = await uploadBytes(admin, 'document', pdfFile('small'))
    expect((await register(small)).status).toBe(201)

    disk.makeRoom()
    expect((await put()).status).toBe(204)
    expect((await register(fileUrlOf(upload))).status).toBe(201)
    expect((await read(fileUrlOf(upload))).bytes.length).toBe(sizeBytes)
  }, 60_000)

  it('serves files on a full disk, including photos at the requested width or in full size', async () => {
    const fileUrl = await uploadBytes(admin, 'photo', await pictureFile('jpeg', 900, 600))
    await admin.call('createPhoto', { body: { loanId, filename: 'Front.jpg', fileUrl } })
    disk.fill()
    const before = filesOnDisk()
    const smaller = await read(`${fileUrl}?w=320`)
    expect(smaller.status, smaller.text).toBe(200)
    expect(smaller.headers['content-type']).toMatch(/^image\//)
    expect(filesOnDisk()).toEqual(before)
    const [photo] = await admin.call('listLoanPhotos', { params: { loanId } })
    await admin.call('deletePhoto', { params: { id: photo?.id ?? '' } })
    expect((await read(fileUrl)).status).toBe(404)
  }, 60_000)
})
