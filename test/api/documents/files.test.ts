import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRefusal } from '#test/support/caller.ts'
import type { Person, Stored } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let lender: Person
let loanId: string
let appraisal: Stored
beforeAll(async () => {
  desk = await openDesk()
  lender = await desk.makeLender()
  loanId = (await desk.makeLoan()).id
  appraisal = await desk.makeDocument({ id: loanId })
})
afterAll(() => desk.close())

const fetchObject = (fileUrl: string, headers: Record<string, string> = {}, who = lender) =>
  who.request('GET', `/objects/${fileUrl}`, { headers })

describe("a loan's documents and photos", () => {
  it('lists the newest documents first, and the cover before the other photos', async () => {
    spec('3.9', '3.10', '7.20', '7.29')
    const loan = await desk.makeLoan()
    const first = await desk.makeDocument(loan, { filename: 'Rent roll.xlsx' })
    const second = await desk.makeDocument(loan, { filename: 'Survey.pdf' })
    const documents = await lender.call('listLoanDocuments', { params: { loanId: loan.id } })
    expect(documents.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(documents[0]).toEqual({
      id: second.id,
      loanId: loan.id,
      filename: 'Survey.pdf',
      fileType: 'application/pdf',
      fileUrl: second.fileUrl,
      group: 'other',
      sizeBytes: second.bytes.length,
      uploadedAt: expect.stringMatching(/Z$/),
      openedAt: null,
    })
    const side = await desk.makePhoto(loan, { caption: 'From the river' })
    const cover = await desk.makePhoto(loan, { isCover: true })
    const photos = await lender.call('listLoanPhotos', { params: { loanId: loan.id } })
    expect(photos.map(({ id, isCover, caption }) => [id, isCover, caption])).toEqual([
      [cover.id, 'true', ''],
      [side.id, 'false', 'From the river'],
    ])
  })

  it("returns 404 for a missing loan's files, and an empty list for a loan without files", async () => {
    const nowhere = { loanId: randomUUID() }
    for (const name of ['listLoanDocuments', 'listLoanPhotos'] as const) {
      expect(await lender.refusal(name, { params: nowhere })).toBe('404: The loan was not found')
      const { id } = await desk.makeLoan()
      expect(await lender.call(name, { params: { loanId: id } })).toEqual([])
    }
  })
})

describe('file contents', () => {
  it('serves files only to approved lenders and administrators, and checks access on every request', async () => {
    expect((await fetchObject(appraisal.fileUrl)).bytes.equals(appraisal.bytes)).toBe(true)
    const admin = await desk.makeAdmin()
    expect((await fetchObject(appraisal.fileUrl, {}, admin)).status).toBe(200)
    const pending = await desk.makePending()
    const waiting = await fetchObject(appraisal.fileUrl, {}, pending)
    expect([waiting.status, readRefusal(waiting).message]).toEqual([
      403,
      'Your account is awaiting approval',
    ])
    const former = await desk.makeLender()
    expect((await fetchObject(appraisal.fileUrl, {}, former)).status).toBe(200)
    await desk.rows('update users set is_approved = false where id = $1', [former.id])
    expect((await fetchObject(appraisal.fileUrl, {}, former)).status).toBe(403)
    const nobody = await desk.visitor().request('GET', `/objects/${appraisal.fileUrl}`)
    expect(nobody.status).toBe(401)
  })

  it('sends the headers required to display a file safely', async () => {
    spec('7.43')
    security('5.3.1', '5.4.1')
    const { headers } = await fetchObject(appraisal.fileUrl)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(appraisal.bytes.length),
      'content-disposition': 'inline; filename="Appraisal.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    expect(headers.etag).toMatch(/^"[^"]+"$/)
  })

  it.each([
    ['application/pdf', /^default-src 'none'; object-src 'self'; /],
    ['image/png', /^sandbox; default-src 'none'; img-src /],
    ['text/html', /^sandbox; default-src 'none'; img-src /],
  ])(
    'serves files of type %s with headers that block scripts and framing by other sites',
    async (fileType, policy) => {
      security('3.2.1', '3.4.6')
      const { fileUrl } = await desk.makeDocument({ id: loanId }, { fileType })
      for (const range of ['bytes=0-', 'bytes=0-3', 'bytes=9999-', 'none']) {
        const { headers } = await fetchObject(fileUrl, { range })
        const sent = String(headers['content-security-policy'])
        expect(sent).toMatch(policy)
        expect(sent).not.toMatch(/script|allow-/)
        expect(sent.split('; ').filter((each) => each.startsWith('frame-'))).toEqual([
          "frame-ancestors 'self'",
        ])
      }
    },
  )

  it('never lets browsers cache a document, regardless of the requested range or the response status', async () => {
    security('14.2.4', '14.3.2')
    const { etag = '' } = (await fetchObject(appraisal.fileUrl)).headers
    const size = appraisal.bytes.length
    const asked: [Record<string, string>, number][] = [
      [{}, 200],
      [{ range: 'bytes=0-3' }, 206],
      [{ range: 'bytes=0-3', 'if-range': etag }, 206],
      [{ range: 'bytes=0-3', 'if-range': '"other"' }, 200],
      [{ range: `bytes=${size}-` }, 416],
      [{ 'if-none-match': etag }, 304],
    ]
    for (const [headers, status] of asked) {
      const reply = await fetchObject(appraisal.fileUrl, headers)
      expect([reply.status, reply.headers['cache-control']]).toEqual([status, 'no-store'])
    }
    const picture = await desk.makeDocument({ id: loanId }, { fileType: 'image/png' })
    expect((await fetchObject(picture.fileUrl)).headers['cache-control']).toBe('no-store')
  })

  it("lets only the user's browser cache a photo, and makes the browser revalidate the photo each time", async () => {
    security('14.3.2')
    const { fileUrl } = await desk.makePhoto({ id: loanId })
    for (const address of [fileUrl, `${fileUrl}?w=320`])
      expect((await fetchObject(address)).headers['cache-control']).toBe('private, no-cache')
  })

  it.each([
    ['text/html', 'attachment', 'x'],
    ['image/svg+xml', 'attachment', 'x'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'attachment', 'x.xlsx'],
    ['application/pdf', 'inline', 'x.pdf'],
    ['image/png', 'inline', 'x.png'],
  ])('serves files of type %s as %s', async (fileType, disposition, end) => {
    const file = await desk.makeDocument({ id: loanId }, { fileType, filename: 'Größe “1”.x' })
    const { headers } = await fetchObject(file.fileUrl)
    expect(headers['content-type']).toBe(fileType)
    expect(headers['content-disposition']).toBe(
      `${disposition}; filename="Gr__e _1_.${end}"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%9C1%E2%80%9D.${end}`,
    )
  })

  it('serves a photo with the content type detected from its contents', async () => {
    security('4.1.1')
    const photo = await desk.makePhoto({ id: loanId })
    const reply = await fetchObject(photo.fileUrl)
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.bytes.equals(photo.bytes)).toBe(true)
  })

  it('serves byte ranges of a file on request', async () => {
    const { bytes, fileUrl } = appraisal
    const size = bytes.length
    const parts: [string, number, number][] = [
      ['bytes=0-3', 0, 3],
      ['bytes=5-', 5, size - 1],
      ['bytes=-4', size - 4, size - 1],
      [`bytes=2-${size + 100}`, 2, size - 1],
      [`bytes=-${size + 100}`, 0, size - 1],
    ]
    for (const [range, first, last] of parts) {
      const reply = await fetchObject(fileUrl, { range })
      expect(reply.status, range).toBe(206)
      expect(reply.headers['content-range']).toBe(`bytes ${first}-${last}/${size}`)
      expect(reply.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
    }
    const beyond = await fetchObject(fileUrl, { range: `bytes=${size}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${size}`)
    readRefusal(beyond)
    for (const range of ['bytes=3-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      expect((await fetchObject(fileUrl, { range })).status, range).toBe(200)
  })

  it("doesn't resend a file to a client that has a current copy", async () => {
    const { etag = '' } = (await fetchObject(appraisal.fileUrl)).headers
    const again = await fetchObject(appraisal.fileUrl, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const other = await fetchObject(appraisal.fileUrl, { 'if-none-match': '"other"' })
    expect(other.status).toBe(200)
    const stale = await fetchObject(appraisal.fileUrl, { range: 'bytes=0-3', 'if-range': '"x"' })
    expect(stale.status).toBe(200)
  })

  it("sends a file's length but not its contents for a HEAD request", async () => {
    const reply = await lender.request('HEAD', `/objects/${appraisal.fileUrl}`)
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect(reply.headers['content-length']).toBe(String(appraisal.bytes.length))
  })
})

describe('a file not registered as a document or photo', () => {
  it("doesn't serve a stored file that isn't registered", async () => {
    await desk.store.write('documents/unregistered', Buffer.from('secret'))
    const admin = await desk.makeAdmin()
    const reply = await fetchObject('documents/unregistered', {}, admin)
    expect(reply.status).toBe(404)
    expect(readRefusal(reply).message).toBe('The file was not found')
  })

  it('returns 404 when a file is registered but missing from the store', async () => {
    const lost = await desk.makeDocument({ id: loanId })
    await desk.store.delete(lost.fileUrl)
    expect((await fetchObject(lost.fileUrl)).status).toBe(404)
  })

  it('prevents path traversal in file URLs, regardless of encoding', async () => {
    security('5.3.2')
    const { dataDir } = desk.config
    await mkdir(path.join(dataDir, 'mail'), { recursive: true })
    await writeFile(path.join(dataDir, 'mail', 'secret.eml'), 'secret')
    await writeFile(path.join(dataDir, 'secret'), 'secret')
    const ups = [
      '..',
      '%2e%2e',
      '.%2e',
      '%2E.',
      '%252e%252e',
      '..%00',
      '..;',
      '%c0%ae%c0%ae',
      '....',
    ]
    const slashes = ['/', '%2f', '%5c', '\\', '//', '%252f']
    const targets = ['secret', 'mail/secret.eml', 'etc/passwd', 'package.json']
    const prefixes = ['', 'documents/', '/', '%2f', 'documents/x%2f', 'file:///', 'C:']
    for (const up of ups)
      for (const slash of slashes)
        for (const prefix of prefixes)
          for (const target of targets) {
            const spelled = `/objects/${prefix}${up}${slash}${up}${slash}${target}`
            const reply = await lender.request('GET', spelled)
            expect(reply.status, spelled).toBe(404)
            expect(reply.text, spelled).not.toContain('secret')
          }
  })

  it.each([
    ['nothing', ''],
    ['a NUL', '%00'],
    ['a NUL in a folder', 'documents/%00'],
    ['invalid UTF-8', '%ff'],
    ['a very long name', `documents/${'x'.repeat(5000)}`],
    ['an emoji', '%F0%9F%8F%97'],
    ['an asterisk', '*'],
    ['an incomplete escape', '%'],
  ])('returns 404 for a file whose name is %s', async (_what, spelled) => {
    const reply = await lender.request('GET', `/objects/${spelled}`)
    expect(reply.status).toBe(404)
    readRefusal(reply)
  })
})

it('logs no error while files are served', () => {
  expect(desk.errors).toEqual([])
})
