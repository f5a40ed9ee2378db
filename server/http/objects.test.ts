import { diskStore } from '#server/storage/disk.ts'
import { security } from '#test/support/requirements.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchesTag } from './entity-tags.ts'
import { contentDisposition, isShownInline, parseRange, sendObject } from './objects.ts'

describe('the Content-Disposition header', () => {
  it('leaves a simple file name unchanged, in quotes', () => {
    security('5.4.1')
    expect(contentDisposition('inline', 'Term Sheet (final).pdf')).toBe(
      'inline; filename="Term Sheet (final).pdf"',
    )
  })

  it('sends a file name with special characters, together with an ASCII version', () => {
    security('5.4.2')
    expect(contentDisposition('attachment', 'Wertgutachten Köln – 5%.pdf')).toBe(
      `attachment; filename="Wertgutachten K_ln _ 5_.pdf"; filename*=UTF-8''Wertgutachten%20K%C3%B6ln%20%E2%80%93%205%25.pdf`,
    )
    expect(contentDisposition('attachment', 'a"b.txt')).toBe(
      `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`,
    )
  })

  it('prevents file names from breaking out of the header or the download folder', () => {
    security('1.2.1', '1.3.3', '5.4.2')
    for (const name of [
      'x\r\nSet-Cookie: a=b',
      '..\\..\\evil.exe',
      '../../etc/passwd',
      '\u202efdp.exe',
      '\ud800.pdf',
      '',
    ])
      expect(contentDisposition('attachment', name)).toMatch(
        /^attachment; filename="[^"\r\n/\\]+"(; filename\*=UTF-8''[\w.~!%-]+)?$/,
      )
    expect(contentDisposition('attachment', '..\\..\\evil.exe')).toBe(
      'attachment; filename="evil.exe"',
    )
    expect(contentDisposition('attachment', '\r\n')).toBe('attachment; filename="file"')
  })

  it("ends both forms of a file name with the file type's extension, even if characters are removed", () => {
    for (const name of [
      'a.exe',
      'a.exe\\',
      'a.pdf/b.exe',
      'a.pd\u0000f.exe',
      'ä.exe\u202e',
      '',
      '.exe',
    ])
      expect(contentDisposition('inline', name, 'application/pdf')).toMatch(
        /^inline; filename="[^"\r\n/\\]+\.pdf"(; filename\*=UTF-8''[\w.~!%-]+\.pdf)?$/,
      )
    expect(contentDisposition('inline', 'a.p\u0000df', 'application/pdf')).toBe(
      'inline; filename="a.pdf"',
    )
  })
})

describe('parseRange', () => {
  it('parses each of the three formats of a byte range', () => {
    expect(parseRange('bytes=0-499')).toEqual({ start: 0, end: 499 })
    expect(parseRange('bytes=500-')).toEqual({ start: 500 })
    expect(parseRange('bytes=-20')).toEqual({ last: 20 })
  })

  it('ignores a Range header unless it contains exactly one valid range of bytes', () => {
    for (const header of [
      undefined,
      '',
      'bytes=-',
      'bytes=5-2',
      'bytes=0-1,4-5',
      'lines=0-1',
      'bytes=a-b',
    ])
      expect(parseRange(header)).toBeUndefined()
  })
})

it('displays only PDFs and raster images in the browser', () => {
  security('3.2.1')
  expect(['application/pdf', 'image/png', 'image/webp'].every(isShownInline)).toBe(true)
  expect(['image/svg+xml', 'text/html', 'application/xml', ''].some(isShownInline)).toBe(false)
})

it('compares entity tags as required by If-None-Match', () => {
  expect(matchesTag('"a", W/"b"', '"b"')).toBe(true)
  expect(matchesTag('*', '"b"')).toBe(true)
  expect(matchesTag('"a"', '"b"')).toBe(false)
})

describe('sendObject', () => {
  let folder: string
  let app: FastifyInstance
  const bytes = Buffer.from('0123456789')

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'objects-'))
    const store = diskStore(folder)
    await store.write('loans/a/ten.pdf', bytes)
    app = fastify()
    app.get<{ Params: { seconds: string } }>('/kept/:seconds', (request, reply) =>
      sendObject(reply, request, store, {
        path: 'loans/a/ten.pdf',
        filename: 'ten.pdf',
        contentType: 'application/pdf',
        cacheSeconds: Number(request.params.seconds),
      }),
    )
    app.get<{ Params: { name: string } }>('/:name', (request, reply) =>
      sendObject(reply, request, store, {
        path: `loans/a/${request.params.name}`,
        filename: 'ten.pdf',
        contentType: 'application/pdf',
      }),
    )
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/ten.pdf', headers })

  it('sends an entire file with its length and safe headers', async () => {
    const answer = await get()
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-length': '10',
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="ten.pdf"',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
    })
  })

  it.each([
    ['if it is revalidated each time', 0, 'private, no-cache'],
    ['for an hour', 3600, 'private, max-age=3600'],
  ])(
    "allows the user's browser to cache every file response %s",
    async (_what, cacheSeconds, expected) => {
      const parts = [{}, { range: 'bytes=2-4' }, { range: 'bytes=99-' }, { 'if-none-match': '*' }]
      for (const headers of parts) {
        const answer = await app.inject({ url: `/kept/${cacheSeconds}`, headers })
        expect(answer.headers['cache-control']).toBe(expected)
      }
    },
  )

  it("doesn't mark a partial response as cacheable if its file must not be cached", async () => {
    const asked: Record<string, string>[] = [
      { range: 'bytes=2-4' },
      { range: 'bytes=99-' },
      { 'if-none-match': '*' },
    ]
    const answers = await Promise.all(asked.map((headers) => get(headers)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([206, 416, 304])
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store')
  })

  it('sends a single range of the file', async () => {
    const first = await get({ range: 'bytes=2-4' })
    expect([first.statusCode, first.body]).toEqual([206, '234'])
    expect(first.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' })
    expect((await get({ range: 'bytes=-3' })).body).toBe('789')
    expect((await get({ range: 'bytes=8-99' })).headers['content-range']).toBe('bytes 8-9/10')
  })

  it('rejects a range outside the file', async () => {
    for (const range of ['bytes=10-', 'bytes=-0']) {
      const answer = await get({ range })
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */10'])
    }
  })

  it("sends no body if the client's cached copy is current", async () => {
    const tag = String((await get()).headers.etag)
    const answer = await get({ 'if-none-match': tag })
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', tag])
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('sends the entire file if the requested range is for another version of the file', async () => {
    const answer = await get({ range: 'bytes=2-4', 'if-range': '"other"' })
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789'])
    const same = await get({ range: 'bytes=2-4', 'if-range': String(answer.headers.etag) })
    expect([same.statusCode, same.body]).toEqual([206, '234'])
  })

  it("responds to HEAD with the file's length and no body", async () => {
    const answer = await get({}, 'HEAD')
    expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([
      200,
      '10',
      '',
    ])
  })

  it('returns 404 for a missing file', async () => {
    expect((await app.inject('/none.pdf')).statusCode).not.toBe(200)
  })
})
