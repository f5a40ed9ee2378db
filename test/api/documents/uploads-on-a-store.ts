/** Upload tests that run on every kind of file store, as part of the file tests. */
import { createHash, randomUUID } from 'node:crypto'
import type { Upload } from '#contract/documents/shapes.ts'
import { uploadLimits, type UploadKind } from '#domain/documents/files.ts'
import { discardUnclaimedUploads, purgeDiscardedFiles } from '#server/storage/discarded.ts'
import { renditionPaths } from '#domain/documents/renditions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRefusal } from '#test/support/caller.ts'
import type { Desk } from '#test/support/desk.ts'
import { openFileBench, type FileBench } from '#test/support/file-bench.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { security, spec } from '#test/support/requirements.ts'
import { bitmapFile, pdfFile, pictureFile } from '#test/support/sample-files.ts'
import {
  askForUpload,
  fileUrlOf,
  manyBytes,
  putBytes,
  uploadBytes,
} from '#test/support/uploading.ts'

export function describeUploads(openDesk: () => Promise<Desk>): void {
  let bench: FileBench
  beforeAll(async () => {
    bench = await openFileBench(await openDesk())
  }, 120_000)
  afterAll(() => bench.desk.close())

  describe('an upload URL', () => {
    it('accepts one upload to a URL and never overwrites a file', async () => {
      spec('7.44')
      const [first, second] = [pdfFile('first'), pdfFile('other')]
      const upload = await askForUpload(bench.admin, 'document')
      expect((await putBytes(upload, first)).status).toBeLessThan(300)
      expect([409, 412]).toContain((await putBytes(upload, second)).status)
      const fileUrl = fileUrlOf(upload)
      expect((await bench.registerDocument(fileUrl)).status).toBe(201)
      expect((await putBytes(upload, second)).status).toBeGreaterThanOrEqual(400)
      expect((await bench.fetchObject(fileUrl)).bytes.equals(first)).toBe(true)
    })

    it('keeps one of two concurrent uploads to the same URL', async () => {
      const upload = await askForUpload(bench.admin, 'document')
      const bytes = [pdfFile('one'), pdfFile('two')]
      const statuses = await Promise.all(
        bytes.map(async (each) => (await putBytes(upload, each)).status),
      )
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      const fileUrl = fileUrlOf(upload)
      expect((await bench.registerDocument(fileUrl)).status).toBe(201)
      const kept = bytes[statuses.findIndex((status) => status < 300)]
      expect(kept && (await bench.fetchObject(fileUrl)).bytes.equals(kept)).toBe(true)
    })

    it('rejects an upload to a tampered URL', async () => {
      const bytes = pdfFile()
      const upload = await askForUpload(bench.admin, 'document', {
        contentType: 'application/pdf',
        size: bytes.length,
      })
      const other = await askForUpload(bench.admin, 'document')
      const changed = (change: (url: URL) => void) => {
        const url = new URL(upload.uploadURL)
        change(url)
        return url.href
      }
      const last = [...new URL(upload.uploadURL).searchParams.keys()].at(-1) ?? ''
      const tampered: Record<string, string> = {
        'without a query': changed((url) => (url.search = '')),
        'with another end': upload.uploadURL.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
        "with another's path": upload.uploadURL.replace(fileUrlOf(upload), fileUrlOf(other)),
        'with a path of its own': upload.uploadURL.replace(fileUrlOf(upload), 'documents/mine'),
        'for a photo': upload.uploadURL.replace('documents/', 'photos/'),
        'with an empty signature': changed((url) => url.searchParams.set(last, '')),
      }
      for (const [how, uploadURL] of Object.entries(tampered)) {
        const { status } = await putBytes({ ...upload, uploadURL }, bytes)
        expect(status, how).toBe(403)
      }
      expect(await bench.desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
      expect(await bench.desk.store.sizeOf(fileUrlOf(other))).toBeNull()
    })

    it('accepts only the announced type and length of an upload', async () => {
      const bytes = pdfFile('0123456789')
      const terms = { contentType: 'application/pdf', size: bytes.length }
      const wrong: [string, Buffer, Record<string, string>][] = [
        ['another type', bytes, { 'content-type': 'text/html' }],
        ['a byte more', Buffer.concat([bytes, Buffer.from('x')]), {}],
        ['a byte less', bytes.subarray(1), {}],
      ]
      for (const [what, sent, headers] of wrong) {
        const upload = await askForUpload(bench.admin, 'document', terms)
        const { status } = await putBytes(upload, sent, headers)
        expect(status, what).toBeGreaterThanOrEqual(400)
        expect(await bench.desk.store.sizeOf(fileUrlOf(upload)), what).toBeNull()
      }
    })

    it('accepts a second upload attempt after the connection breaks', async () => {
      const bytes = pdfFile('0123456789'.repeat(1000))
      const upload = await askForUpload(bench.admin, 'document')
      async function* half() {
        yield bytes.subarray(0, 5000)
        await new Promise((resolve) => setTimeout(resolve, 200))
        throw new Error('The line broke')
      }
      const headers = { 'content-length': String(bytes.length) }
      await expect(putBytes(upload, half(), headers)).rejects.toThrow()
      const early = await bench.registerDocument(fileUrlOf(upload))
      expect([early.status, readRefusal(early).message]).toEqual([
        400,
        'Please upload a file first',
      ])
      expect((await putBytes(upload, bytes)).status).toBeLessThan(300)
      expect((await bench.registerDocument(fileUrlOf(upload))).status).toBe(201)
    })
  })

  describe('registration of an upload', () => {
    it('registers only a complete upload of the right type', async () => {
      spec('5.6.4', '5.7.4')
      security('2.3.1')
      const photo = await uploadBytes(bench.admin, 'photo', await pictureFile('png'))
      const document = await uploadBytes(bench.admin, 'document', pdfFile())
      const unused = fileUrlOf(await askForUpload(bench.admin, 'document'))
      const first = { document: 'Please upload a file first', photo: 'Please upload a photo first' }
      const wrong: [UploadKind, string][] = [
        ['document', photo],
        ['photo', document],
        ['document', unused],
        ['document', 'documents/none'],
        ['document', `documents/../${document}`],
        ['document', `./${document}`],
        ['document', `/${document}/`],
        ['document', `//${document}`],
        ['document', `${document}?w=1`],
        ['document', encodeURIComponent(document)],
        ['document', '../../etc/passwd'],
        ['document', 'https://evil.example/x.pdf'],
        ['document', '#'],
        ['photo', `renditions/${photo}/320.webp`],
      ]
      for (const [kind, fileUrl] of wrong) {
        const reply = await bench.register(kind, fileUrl)
        expect(reply.status, fileUrl).toBe(400)
        expect(readRefusal(reply)).toMatchObject({ fields: { fileUrl: first[kind] } })
      }
      expect((await bench.registerDocument(`/${document}`)).status).toBe(201)
      expect((await bench.registerPhoto(photo)).status).toBe(201)
    })

    it('registers an upload once, even with concurrent attempts', async () => {
      const fileUrl = await uploadBytes(bench.admin, 'document', pdfFile())
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => bench.registerDocument(fileUrl)),
      )
      const statuses = replies.map((reply) => reply.status).toSorted()
      expect(statuses).toEqual([201, 409, 409, 409, 409])
      const later = await bench.registerDocument(fileUrl)
      expect(readRefusal(later).message).toBe('This upload was already saved')
      expect((await bench.fetchObject(fileUrl)).status).toBe(200)
    })

    it('keeps a file that one request has registered even if a concurrent request to register it is rejected', async () => {
      const { admin, desk, loanId } = bench
      const fileUrl = await uploadBytes(admin, 'document', Buffer.from('no PDF at all'))
      const client = await desk.db.$client.connect()
      try {
        await client.query('begin')
        await client.query('delete from uploads where path = $1', [fileUrl])
        await client.query(
          `insert into documents (id, loan_id, filename, file_type, file_url)
           values ($1, $2, 'A.pdf', 'application/pdf', $3)`,
          [randomUUID(), loanId, fileUrl],
        )
        const refused = bench.registerDocument(fileUrl)
        await somebodyWaitsFor(client)
        await client.query('commit')
        expect(readRefusal(await refused).message).toBe('This upload was already saved')
      } finally {
        client.release()
      }
      expect((await bench.fetchObject(fileUrl)).status).toBe(200)
    })

    it("returns 404 and keeps the upload if its loan doesn't exist", async () => {
      const fileUrl = await uploadBytes(bench.admin, 'document', pdfFile())
      const body = { filename: 'A.pdf', fileType: 'application/pdf', fileUrl } as const
      expect(
        await bench.admin.refusal('createDocument', { body: { ...body, loanId: randomUUID() } }),
      ).toBe('404: The loan was not found')
      expect((await bench.registerDocument(fileUrl)).status).toBe(201)
    })

    it('rejects an uploaded file that is empty', async () => {
      spec('8.24')
      for (const kind of ['document', 'photo'] as const) {
        const upload = await askForUpload(bench.admin, kind)
        const put = await putBytes(upload, Buffer.alloc(0))
        const reply = put.status < 300 ? await bench.register(kind, fileUrlOf(upload)) : put
        expect(reply.status).toBe(400)
        expect(readRefusal(reply).message).toBe('File data is empty')
      }
    })
  })

  async function send(upload: Upload, size: number, beginning: Buffer): Promise<string> {
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const piece of manyBytes(size, beginning)) {
        hash.update(piece)
        yield piece
      }
    }
    const reply = await putBytes(upload, hashed(), { 'content-length': String(size) })
    expect(reply.status, reply.text).toBeLessThan(300)
    return hash.digest('hex')
  }

  async function receive(fileUrl: string, size: number): Promise<string> {
    const hash = createHash('sha256')
    const headers = { cookie: bench.lender.cookie ?? '' }
    const response = await fetch(`${bench.desk.address}/objects/${fileUrl}`, { headers })
    expect(response.headers.get('content-length')).toBe(String(size))
    for await (const chunk of response.body ?? []) hash.update(chunk)
    return hash.digest('hex')
  }

  it('streams uploads and downloads without keeping whole files in memory', async () => {
    const { maxBytes } = uploadLimits.document
    const atOnce = 5
    const before = process.memoryUsage().rss
    let highest = before
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 10)
    const once = async () => {
      const upload = await askForUpload(bench.admin, 'document')
      const sent = await send(upload, maxBytes, pdfFile())
      expect((await bench.registerDocument(fileUrlOf(upload))).status).toBe(201)
      expect(await receive(fileUrlOf(upload), maxBytes)).toBe(sent)
    }
    await Promise.all(Array.from({ length: atOnce }, once))
    clearInterval(watch)
    // The sender and the server share a process and free buffers late, but together they use less than half of the
    // memory that the files would need.
    expect(highest - before).toBeLessThan((atOnce * maxBytes) / 2)
  }, 180_000)

  describe.each([
    { kind: 'document', beginning: pdfFile() },
    { kind: 'photo', beginning: bitmapFile(10, 10) },
  ] as const)('a $kind of the maximum size', ({ kind, beginning }) => {
    const { maxBytes } = uploadLimits[kind]

    it('uploads and downloads a file of the maximum size unchanged', async () => {
      spec('9.20')
      const upload = await askForUpload(bench.admin, kind)
      const fileUrl = fileUrlOf(upload)
      const sent = await send(upload, maxBytes, beginning)
      const reply = await bench.register(kind, fileUrl)
      expect(reply.status, reply.text).toBe(201)
      expect(await receive(fileUrl, maxBytes)).toBe(sent)
    }, 120_000)

    it('rejects and removes a file that is one byte too large', async () => {
      spec('5.6.5', '5.7.5', '9.20')
      security('5.2.1')
      const upload = await askForUpload(bench.admin, kind)
      const size = maxBytes + 1
      const headers = { 'content-length': String(size) }
      const put = await putBytes(upload, manyBytes(size, beginning), headers)
      const reply = put.status < 300 ? await bench.register(kind, fileUrlOf(upload)) : put
      expect([400, 413]).toContain(reply.status)
      expect(await bench.desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
      const announced = await bench.admin.send(
        kind === 'document' ? 'createDocumentUpload' : 'createPhotoUpload',
        { body: { size } },
      )
      expect(announced.status).toBe(400)
    }, 120_000)
  })

  describe('an upload that is never registered', () => {
    it('removes an unregistered upload only after a day', async () => {
      const old = await uploadBytes(bench.admin, 'document', pdfFile('old'))
      const young = await uploadBytes(bench.admin, 'document', pdfFile('young'))
      const age = (path: string, by: string) =>
        bench.desk.rows(
          'update uploads set created_at = created_at - $2::interval where path = $1 returning 1',
          [path, by],
        )
      await age(old, '25 hours')
      await age(young, '23 hours')
      await discardUnclaimedUploads(bench.desk.db)
      await purgeDiscardedFiles(bench.desk)
      await bench.nothingIsLeft(old)
      expect((await bench.registerDocument(old)).status).toBe(400)
      expect((await bench.registerDocument(young)).status).toBe(201)
    })

    it('never serves an unregistered upload or a resized copy under its storage path', async () => {
      const fileUrl = await uploadBytes(bench.admin, 'photo', await pictureFile('png', 900, 600))
      expect((await bench.admin.request('GET', `/objects/${fileUrl}`)).status).toBe(404)
      expect((await bench.registerPhoto(fileUrl)).status).toBe(201)
      expect((await bench.fetchObject(`${fileUrl}?w=320`)).status).toBe(200)
      for (const path of [...renditionPaths(fileUrl), `.private/${fileUrl}`, `x/../${fileUrl}`])
        expect((await bench.admin.request('GET', `/objects/${path}`)).status, path).toBe(404)
    })
  })

  it('logs no error during uploads', () => {
    expect(bench.desk.errors).toEqual([])
  })
}
