/** Runs the file tests on a real S3 service, and tests failures that occur only with a remote service. */
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import { startProgram } from '#test/support/program.ts'
import { startS3Service, whyNoS3Service, type S3Service } from '#test/support/s3-service.ts'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { askForUpload, fileUrlOf, putBytes, uploadBytes } from '#test/support/uploading.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { security, spec } from '#test/support/requirements.ts'
import { describeFiles } from './files-on-a-store.ts'

const hindrance = whyNoS3Service()

describe.skipIf(hindrance)(`files on an S3 service (${hindrance ?? 'radosgw'})`, () => {
  let service: S3Service
  beforeAll(async () => {
    service = await startS3Service()
  }, 120_000)
  afterAll(() => service?.stop())

  describeFiles(() => openDesk(service.settings))

  describe("the storage service's upload URLs", () => {
    let desk: Desk
    let admin: Person
    beforeAll(async () => {
      desk = await openDesk(service.settings)
      admin = await desk.makeAdmin()
    })
    afterAll(() => desk.close())

    const bytes = pdfFile()
    const announced = { contentType: 'application/pdf', size: bytes.length }

    it('issues upload URLs that bypass the server and need only headers that a browser can send', async () => {
      spec('9.32')
      const { uploadURL, headers } = await askForUpload(admin, 'document', announced)
      expect(uploadURL).toMatch(`${service.settings.S3_ENDPOINT}/${service.settings.S3_BUCKET}/`)
      const { searchParams } = new URL(uploadURL)
      expect(searchParams.get('X-Amz-Expires')).toBe('900')
      expect(searchParams.get('X-Amz-SignedHeaders')).toBe(
        'content-length;content-type;host;if-none-match',
      )
      expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
      expect(headers).toEqual({ 'content-type': 'application/pdf', 'if-none-match': '*' })
      expect(uploadURL).not.toContain(service.settings.S3_SECRET_ACCESS_KEY)
    })

    it('accepts one PUT to an upload URL and rejects a second PUT or a PUT that would overwrite a file', async () => {
      spec('7.44')
      const upload = await askForUpload(admin, 'document', announced)
      expect((await putBytes(upload, bytes)).status).toBe(200)
      expect((await putBytes(upload, bytes)).status).toBe(412)
      const withoutCondition = { ...upload, headers: { 'content-type': 'application/pdf' } }
      expect((await putBytes(withoutCondition, bytes)).status).toBe(403)
    })

    it('accepts only the signed type, length, and path of an upload', async () => {
      security('11.6.1')
      const upload = await askForUpload(admin, 'document', announced)
      const elsewhere = upload.uploadURL.replace('/.private/documents/', '/.private/photos/')
      for (const [what, reply] of [
        ['another type', putBytes(upload, bytes, { 'content-type': 'text/html' })],
        ['a byte more', putBytes(upload, Buffer.concat([bytes, Buffer.from('x')]))],
        ['a byte less', putBytes(upload, bytes.subarray(1))],
        ['another place', putBytes({ ...upload, uploadURL: elsewhere }, bytes)],
      ] as const)
        expect((await reply).status, what).toBe(403)
      expect(await desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
    })

    it('rejects an upload after the URL expires', async () => {
      spec('9.32')
      const { intake } = desk.store
      if (intake.by !== 'address') throw new Error('This store takes no addresses')
      const terms = { expiresInSeconds: 1, contentType: null, sizeBytes: null }
      const { url, headers } = await intake.sign('documents/late', terms)
      await sleep(2_500)
      expect((await putBytes({ uploadURL: url, headers }, bytes)).status).toBe(403)
      expect(await desk.store.sizeOf('documents/late')).toBeNull()
    })
  })

  describe('an unavailable storage service', () => {
    let desk: Desk
    let admin: Person
    let lender: Person
    let loanId: string
    let kept: string
    let photo: string
    beforeAll(async () => {
      desk = await openDesk(service.settings)
      admin = await desk.makeAdmin()
      lender = await desk.makeLender()
      loanId = (await desk.makeLoan()).id
      kept = await registered()
      photo = await uploadBytes(admin, 'photo', await pictureFile('jpeg', 900, 600))
      await admin.call('createPhoto', {
        body: { loanId, filename: 'Front.jpg', fileUrl: photo },
      })
    })
    afterAll(() => desk.close())

    const register = (fileUrl: string) =>
      admin.send('createDocument', {
        body: { loanId, filename: 'Appraisal.pdf', fileType: 'application/pdf', fileUrl },
      })

    async function registered() {
      const fileUrl = await uploadBytes(admin, 'document', pdfFile())
      expect((await register(fileUrl)).status).toBe(201)
      return fileUrl
    }

    /** Polls /readyz, because its response can be up to a second old. */
    const becomes = (status: number) => {
      const ready = async () => (await desk.visitor().request('GET', '/readyz')).status
      return expect.poll(ready, { timeout: 10_000 }).toBe(status)
    }

    async function expectStoreAway(uploaded: string) {
      await becomes(503)
      const replies = await Promise.all([
        lender.request('GET', `/objects/${kept}`),
        lender.request('GET', `/objects/${photo}?w=320`),
        register(uploaded),
        desk.visitor().request('GET', '/readyz'),
      ])
      for (const reply of replies) {
        expect(reply.status, reply.text).toBe(503)
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        expect(readRefusal(reply).message).not.toMatch(/S3|ECONN|bucket|127\.0/i)
      }
      await desk.makeCommitment(lender, { id: loanId }, { percentage: '1' })
      const documents = await lender.call('listLoanDocuments', { params: { loanId } })
      expect(documents.length).toBeGreaterThan(0)
      expect((await desk.visitor().request('GET', '/healthz')).status).toBe(200)
    }

    async function isBack(uploaded: string) {
      expect((await lender.request('GET', `/objects/${kept}`)).bytes.equals(pdfFile())).toBe(true)
      expect((await lender.request('GET', `/objects/${photo}?w=320`)).status).toBe(200)
      expect((await register(uploaded)).status).toBe(201)
      await becomes(200)
      await registered()
    }

    it('returns 503 with a message while the store refuses connections, and recovers afterward', async () => {
      security('16.5.2')
      const uploaded = await uploadBytes(admin, 'document', pdfFile())
      await service.kill()
      await expectStoreAway(uploaded)
      await service.restart()
      await isBack(uploaded)
    }, 120_000)

    it("returns 503 with a message while the store doesn't respond, and recovers afterward", async () => {
      const uploaded = await uploadBytes(admin, 'document', pdfFile())
      service.freeze()
      try {
        await expectStoreAway(uploaded)
      } finally {
        service.thaw()
      }
      await isBack(uploaded)
    }, 120_000)
  })

  describe('server startup', () => {
    let database: OwnDatabase
    let folder: string
    beforeAll(async () => {
      database = await makeDatabase()
      folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-start-'))
    })
    afterAll(async () => {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })

    const start = (settings: Partial<S3Service['settings']>) => {
      const own = { DATABASE_URL: toDatabaseUrl(database.connection), DATA_DIR: folder }
      return startProgram({ ...own, ...service.settings, ...settings }, '/healthz')
    }

    it.each([
      ['a wrong secret key', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY are'],
      ['a nonexistent user', { S3_ACCESS_KEY_ID: 'nobody' }, 'S3_ACCESS_KEY_ID and'],
      ['a nonexistent bucket', { S3_BUCKET: 'nowhere' }, 'S3_BUCKET is nowhere, and'],
    ])(
      'refuses to start and prints a one-line message about %s',
      async (_what, settings, words) => {
        const oneLine = new RegExp(`get ready:\n[^\n]*${words}[^\n]*\n$`)
        await expect(start(settings)).rejects.toThrow(oneLine)
      },
    )

    it('starts while the store is down and becomes ready once it is back', async () => {
      await service.kill()
      const program = await start({})
      const ready = async () => (await fetch(`${program.address}/readyz`)).status
      expect(await ready()).toBe(503)
      expect(program.output()).not.toMatch(/Warning/)
      await service.restart()
      await expect.poll(ready, { timeout: 10_000 }).toBe(200)
      expect(await program.end('SIGTERM')).toBe(0)
    }, 120_000)
  })

  it('stores all files under the private prefix', async () => {
    const { client, settings } = service
    const list = new ListObjectsV2Command({ Bucket: settings.S3_BUCKET })
    const keys = (await client.send(list)).Contents?.map(({ Key = '' }) => Key) ?? []
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter((key) => !key.startsWith('.private/'))).toEqual([])
  })
})
