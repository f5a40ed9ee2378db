/** Uploads to the server itself, which stores the files on its disk. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discardFiles, purgeDiscardedFiles } from '#server/storage/discarded.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { askForUpload, fileUrlOf, manyBytes, putBytes } from '#test/support/uploading.ts'
import { describeFiles } from './files-on-a-store.ts'

describe('files on disk', () => describeFiles(() => openDesk()))

describe("this server's upload URLs", () => {
  let desk: Desk
  let admin: Person
  beforeAll(async () => {
    desk = await openDesk({ PUBLIC_URL: 'https://desk.example.com' })
    admin = await desk.makeAdmin()
  })
  afterAll(() => desk.close())

  const verdict = async (reply: ReturnType<typeof putBytes>) => {
    const answer = await reply
    return answer.status < 300 ? 'taken' : `${answer.status}: ${readRefusal(answer).message}`
  }

  const filesOnDisk = async () => {
    const folder = path.join(desk.config.dataDir, 'objects')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  it('issues an upload URL with the host name that the caller used or with the host in PUBLIC_URL', async () => {
    const { port } = new URL(desk.address)
    const ask = async (host: string) => {
      const headers = { 'content-type': 'application/json', host }
      const reply = await admin.request('POST', '/api/upload/photo', { headers, body: '{}' })
      return new URL((JSON.parse(reply.text) as { uploadURL: string }).uploadURL).origin
    }
    expect(await ask(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`)
    expect(await ask(`localhost:${port}`)).toBe(`http://localhost:${port}`)
    expect(await ask('desk.example.com')).toBe('https://desk.example.com')
  })

  it('accepts an upload request with an empty body or no body', async () => {
    spec('7.24', '7.25')
    for (const name of ['document', 'photo']) {
      const reply = await admin.request('POST', `/api/upload/${name}`)
      expect(reply.status).toBe(200)
      expect(JSON.parse(reply.text)).toMatchObject({ headers: {} })
    }
  })

  it('rejects an invalid upload request with a readable message', async () => {
    const bytes = pdfFile()
    const upload = await askForUpload(admin, 'document')
    const at = (uploadURL: string) => verdict(putBytes({ ...upload, uploadURL }, bytes))
    expect(await at(upload.uploadURL.replace(/token=.*/, ''))).toBe(
      "403: This upload address isn't valid",
    )
    expect(await at(upload.uploadURL.replace(/token=.*/, 'token=none'))).toBe(
      "403: This upload address isn't valid",
    )
    expect(await verdict(putBytes(upload, Buffer.alloc(0)))).toBe('400: File data is empty')
    const foreign = { origin: 'https://evil.example' }
    expect(await verdict(putBytes(upload, bytes, foreign))).toBe(
      '403: The request came from another site',
    )
    expect(await verdict(putBytes(upload, bytes))).toBe('taken')
    expect(await verdict(putBytes(upload, bytes))).toBe('409: This upload address was already used')
  })

  it('rejects an expired upload URL and accepts the same file at a new one', async () => {
    spec('9.32')
    security('14.2.1')
    const upload = await askForUpload(admin, 'document')
    await desk.rows(`update uploads set expires_at = now() - interval '1 second' where path = $1`, [
      fileUrlOf(upload),
    ])
    expect(await verdict(putBytes(upload, pdfFile()))).toBe(
      '403: This upload has expired. Retry it with a new upload address.',
    )
    expect(await desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
    const next = await askForUpload(admin, 'document')
    expect(await verdict(putBytes(next, pdfFile()))).toBe('taken')
  })

  it('stores only a hash of the token in an upload URL', async () => {
    security('11.5.1')
    const upload = await askForUpload(admin, 'document')
    const token = new URL(upload.uploadURL).searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [row] = await desk.rows<object>('select * from uploads where path = $1', [
      fileUrlOf(upload),
    ])
    expect(JSON.stringify(row)).not.toContain(token)
    expect(desk.errors.join('')).not.toContain(token)
  })

  it("reports when an uploaded file doesn't match the announced type or size", async () => {
    const bytes = await pictureFile('png')
    const terms = { contentType: 'image/png', size: bytes.length }
    const upload = await askForUpload(admin, 'photo', terms)
    const sent = (body: Parameters<typeof putBytes>[1], headers: Record<string, string> = {}) =>
      verdict(putBytes(upload, body, headers))
    const otherSize = "400: The file's size doesn't match the upload"
    expect(await sent(bytes, { 'content-type': 'image/jpeg' })).toBe(
      '400: This upload address takes only image/png',
    )
    expect(await sent(bytes.subarray(1))).toBe(otherSize)
    expect(await sent(bytes, { 'content-encoding': 'gzip' })).toBe(
      '415: Send the body as it is, without a Content-Encoding',
    )
    const chunked = { 'transfer-encoding': 'chunked' }
    expect(await sent(manyBytes(bytes.length + 1), chunked)).toBe(otherSize)
    expect(await sent(manyBytes(bytes.length - 1), chunked)).toBe(otherSize)
    expect(await sent(manyBytes(0), chunked)).toBe('400: File data is empty')
    expect(await filesOnDisk()).not.toContain(path.basename(fileUrlOf(upload)))
    expect(await sent(bytes)).toBe('taken')
  })

  it('accepts an upload with or without a content type if no content type was announced', async () => {
    for (const type of ['text/html', 'application/json', 'multipart/form-data; boundary=a']) {
      const upload = await askForUpload(admin, 'document')
      const reply = await putBytes(upload, Buffer.from('{'), { 'content-type': type })
      expect(reply.status, type).toBe(204)
    }
    const upload = await askForUpload(admin, 'document')
    expect(await verdict(putBytes(upload, pdfFile()))).toBe('taken')
  })

  it.each([
    { kind: 'document', size: 50 * 1024 * 1024 + 1, most: '50 MB' },
    { kind: 'photo', size: 10 * 1024 * 1024 + 1, most: '10 MB' },
  ] as const)(
    'counts the bytes of a $kind instead of trusting the announced size',
    async ({ kind, size, most }) => {
      const upload = await askForUpload(admin, kind)
      const sent = putBytes(upload, manyBytes(size), { 'transfer-encoding': 'chunked' })
      expect(await verdict(sent)).toBe(`413: The file must be at most ${most}`)
      expect(await readdir(path.join(desk.config.dataDir, 'objects/.under-way'))).toEqual([])
      expect(await desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
      expect(await verdict(putBytes(upload, pdfFile()))).toBe('taken')
    },
    60_000,
  )

  it('returns 404 for an upload URL with an unknown path', async () => {
    for (const spelled of ['..%2f..%2fsecret', '%2e%2e/x', 'documents/%00', '.x', '%ff', '']) {
      const reply = await admin.request('PUT', `/api/uploads/.private/${spelled}?token=x`, {
        body: 'x',
      })
      expect(reply.status, spelled).toBe(404)
      readRefusal(reply)
    }
    expect((await filesOnDisk()).filter((name) => name.includes('secret'))).toEqual([])
  })

  it("accepts an upload without a session and doesn't create a session", async () => {
    const upload = await askForUpload(admin, 'document')
    const reply = await putBytes(upload, pdfFile())
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await desk.visitor().refusal('createDocumentUpload')).toBe(
      '401: Unauthorized: please sign in',
    )
    const lender = await desk.makeLender()
    expect(await lender.refusal('createPhotoUpload')).toMatch(/^403: /)
  })

  it("doesn't log rejected uploads as errors", () => {
    expect(desk.errors).toEqual([])
  })
})

describe('discarded uploads', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())

  it("still removes the other discarded uploads if one file can't be removed", async () => {
    // The oldest file is replaced by a folder, which can't be removed as a file.
    await desk.store.write('documents/stuck/inside', pdfFile())
    await desk.store.write('documents/plain', pdfFile())
    await discardFiles(desk.db, ['documents/stuck'])
    await discardFiles(desk.db, ['documents/plain'])
    await expect(purgeDiscardedFiles(desk)).rejects.toThrow("can't be used")
    expect(await desk.store.sizeOf('documents/plain')).toBeNull()
    expect(await desk.rows('select path from discarded_files')).toEqual([
      { path: 'documents/stuck' },
    ])
  })
})
