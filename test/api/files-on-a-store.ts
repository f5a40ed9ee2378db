/** What holds of files wherever they are kept; run on a folder and on an S3 service. */
import { createHash, randomUUID } from 'node:crypto'
import { uploadLimits, type UploadKind } from '#domain/files.ts'
import { discardUnclaimedUploads, purgeDiscardedFiles } from '#server/storage/discarded.ts'
import { renditionPaths } from '#server/storage/renditions.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import type { Desk } from '#test/support/desk.ts'
import {
  bitmapFile,
  compoundFile,
  imposters,
  officeFile,
  pdfFile,
  pictureFile,
  pixelBomb,
} from '#test/support/sample-files.ts'
import {
  askForUpload,
  fileUrlOf,
  manyBytes,
  putBytes,
  uploadBytes,
} from '#test/support/uploading.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type FileType = (typeof uploadLimits.document.types)[number]

/** Declares the tests, for desks that keep their files in one kind of store. */
export function describeFiles(openDesk: () => Promise<Desk>): void {
  let desk: Desk
  let admin: Person
  let lender: Person
  let loanId: string
  beforeAll(async () => {
    desk = await openDesk()
    admin = await desk.makeAdmin()
    lender = await desk.makeLender()
    loanId = (await desk.makeLoan()).id
  }, 120_000)
  afterAll(() => desk.close())

  const fetchObject = (fileUrl: string, headers: Record<string, string> = {}) =>
    lender.request('GET', `/objects/${fileUrl}`, { headers })
  const documentsOf = (id: string) => lender.call('listLoanDocuments', { params: { loanId: id } })
  const photosOf = (id: string) => lender.call('listLoanPhotos', { params: { loanId: id } })

  const registerDocument = (fileUrl: string, fileType: FileType = 'application/pdf') =>
    admin.send('createDocument', {
      body: { loanId, filename: 'Appraisal.pdf', fileType, fileUrl },
    })
  const registerPhoto = (fileUrl: string) =>
    admin.send('createPhoto', { body: { loanId, filename: 'Front.png', fileUrl } })
  const register = (kind: UploadKind, fileUrl: string) =>
    kind === 'document' ? registerDocument(fileUrl) : registerPhoto(fileUrl)

  /** Nothing is left of an upload: no bytes, no note of it. */
  async function nothingIsLeft(fileUrl: string) {
    expect(await desk.store.sizeOf(fileUrl)).toBeNull()
    expect(await desk.rows('select 1 from uploads where path = $1', [fileUrl])).toEqual([])
    expect(await desk.rows('select 1 from discarded_files where path = $1', [fileUrl])).toEqual([])
  }

  describe('a document', () => {
    it('is uploaded, registered, listed, downloaded as it was, and deleted with its bytes', async () => {
      const loan = await desk.makeLoan()
      const bytes = pdfFile('The whole life of one.')
      const terms = { contentType: 'application/pdf', size: bytes.length }
      const upload = await askForUpload(admin, 'document', terms)
      expect(upload.uploadURL).toMatch(/^https?:\/\/.+\/\.private\/documents\/[0-9a-f-]{36}\?/)
      expect(upload.headers['content-type']).toBe('application/pdf')
      const leftMs = new Date(upload.expiresAt).getTime() - Date.now()
      expect(leftMs / 60_000).toBeGreaterThan(13)
      expect(leftMs / 60_000).toBeLessThan(17)

      expect((await putBytes(upload, bytes)).status).toBeLessThan(300)
      const fileUrl = fileUrlOf(upload)
      expect(fileUrl).toMatch(/^documents\/[0-9a-f-]{36}$/)
      expect((await fetchObject(fileUrl)).status).toBe(404)

      const made = await admin.call('createDocument', {
        body: { loanId: loan.id, filename: 'Größe.pdf', fileType: 'application/pdf', fileUrl },
      })
      expect(made).toMatchObject({ loanId: loan.id, filename: 'Größe.pdf', fileUrl })
      expect(await documentsOf(loan.id)).toEqual([made])
      const whole = await fetchObject(fileUrl)
      expect(whole.bytes.equals(bytes)).toBe(true)
      expect(whole.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
      })

      await admin.call('deleteDocument', { params: { id: made.id } })
      expect(await documentsOf(loan.id)).toEqual([])
      expect((await fetchObject(fileUrl)).status).toBe(404)
      await nothingIsLeft(fileUrl)
      expect(await admin.refusal('deleteDocument', { params: { id: made.id } })).toBe(
        '404: The document was not found',
      )
    })

    it('comes in parts, and not again to whoever has it', async () => {
      const bytes = pdfFile('0123456789'.repeat(50))
      const fileUrl = await uploadBytes(admin, 'document', bytes)
      expect((await registerDocument(fileUrl)).status).toBe(201)
      const size = bytes.length
      for (const [range, first, last] of [
        ['bytes=0-3', 0, 3],
        [`bytes=${size - 9}-`, size - 9, size - 1],
        ['bytes=-4', size - 4, size - 1],
        [`bytes=5-${size + 100}`, 5, size - 1],
      ] as const) {
        const part = await fetchObject(fileUrl, { range })
        expect(part.status, range).toBe(206)
        expect(part.headers['content-range']).toBe(`bytes ${first}-${last}/${size}`)
        expect(part.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
      }
      const beyond = await fetchObject(fileUrl, { range: `bytes=${size}-` })
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
      const { etag = '' } = (await fetchObject(fileUrl)).headers
      expect((await fetchObject(fileUrl, { 'if-none-match': etag })).status).toBe(304)
    })

    it('tells the lenders who hold or favour the loan, and nobody else', async () => {
      const [holder, follower, other] = await Promise.all([
        desk.makeLender(),
        desk.makeLender(),
        desk.makeLender(),
      ])
      const loan = await desk.makeLoan({ title: 'Quay 9' })
      await desk.makeCommitment(holder, loan, { isSoftCommit: 'true' })
      await follower.call('addFavorite', { body: { loanId: loan.id } })
      const fileUrl = await uploadBytes(admin, 'document', pdfFile())
      await admin.call('createDocument', {
        body: { loanId: loan.id, filename: 'Survey.pdf', fileType: 'application/pdf', fileUrl },
      })
      const told = await desk.rows<{ user_id: string; message: string; related_loan_id: string }>(
        `select user_id, message, related_loan_id from notifications where type = 'documentAdded'
         and related_loan_id = $1`,
        [loan.id],
      )
      expect(told.map((row) => row.user_id).toSorted()).toEqual([holder.id, follower.id].toSorted())
      expect(told[0]?.message).toBe('"Survey.pdf" was added to Quay 9')
      expect(told.map((row) => row.user_id)).not.toContain(other.id)
    })

    it.each<[string, FileType, () => Buffer | Promise<Buffer>]>([
      ['a PDF', 'application/pdf', pdfFile],
      ['a DOCX', docx, () => officeFile('docx')],
      ['a DOCX with its types last', docx, () => officeFile('docx', { typesLast: true })],
      ['an XLSX', xlsx, () => officeFile('xlsx')],
      ['an XLSX with its types last', xlsx, () => officeFile('xlsx', { typesLast: true })],
      ['an old Word file', 'application/msword', () => compoundFile('1Table', 'WordDocument')],
      ['an old Excel file', 'application/vnd.ms-excel', () => compoundFile('Workbook')],
      ['a JPEG', 'image/jpeg', () => pictureFile('jpeg')],
      ['a PNG', 'image/png', () => pictureFile('png')],
      ['a GIF', 'image/gif', () => pictureFile('gif')],
      ['a WebP', 'image/webp', () => pictureFile('webp')],
      ['an AVIF', 'image/avif', () => pictureFile('avif')],
      ['a TIFF', 'image/tiff', () => pictureFile('tiff')],
      ['a BMP', 'image/bmp', bitmapFile],
    ])('may be %s', async (_what, fileType, make) => {
      const bytes = await make()
      const fileUrl = await uploadBytes(admin, 'document', bytes)
      const reply = await registerDocument(fileUrl, fileType)
      expect(reply.status, reply.text).toBe(201)
      const served = await fetchObject(fileUrl)
      expect(served.headers['content-type']).toBe(fileType)
      expect(served.bytes.equals(bytes)).toBe(true)
    })

    it.each<[string, Buffer, FileType]>([
      ['a DOCX called XLSX', officeFile('docx'), xlsx],
      ['an XLSX called DOCX', officeFile('xlsx', { typesLast: true }), docx],
      ['a Word file called Excel', compoundFile('WordDocument'), 'application/vnd.ms-excel'],
      ['a PDF called PNG', pdfFile(), 'image/png'],
      ['a PDF called DOCX', pdfFile(), docx],
    ])('is refused when it is %s, until the type is put right', async (_what, bytes, fileType) => {
      const fileUrl = await uploadBytes(admin, 'document', bytes)
      const reply = await registerDocument(fileUrl, fileType)
      expect(reply.status).toBe(400)
      expect(readRefusal(reply).fields?.['fileType']).toMatch(/^The file is not what was chosen/)
      expect((await fetchObject(fileUrl)).status).toBe(404)
    })
  })

  describe('a photo', () => {
    it('is uploaded, registered, shown smaller, made the cover, and deleted with all copies', async () => {
      const loan = await desk.makeLoan()
      const bytes = await pictureFile('png', 1200, 800)
      const fileUrl = await uploadBytes(admin, 'photo', bytes)
      expect(fileUrl).toMatch(/^photos\/[0-9a-f-]{36}$/)
      const made = await admin.call('createPhoto', {
        body: { loanId: loan.id, filename: 'Front.png', fileUrl, caption: ' From the street ' },
      })
      expect(made).toMatchObject({ caption: 'From the street', isCover: 'false', fileUrl })
      expect(await photosOf(loan.id)).toEqual([made])

      const original = await fetchObject(fileUrl)
      expect(original.headers['content-type']).toBe('image/png')
      expect(original.bytes.equals(bytes)).toBe(true)
      const smaller = await fetchObject(`${fileUrl}?w=400`)
      expect(smaller.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline; filename="Front.webp"',
        'x-content-type-options': 'nosniff',
        'content-length': String(smaller.bytes.length),
      })
      expect(await sharp(smaller.bytes).metadata()).toMatchObject({ width: 480, height: 320 })
      expect(smaller.bytes.length).toBeLessThan(bytes.length / 3)
      const etag = smaller.headers.etag ?? ''
      expect(etag).not.toBe(original.headers.etag)
      const again = await fetchObject(`${fileUrl}?w=480`, { 'if-none-match': etag })
      expect([again.status, again.text]).toEqual([304, ''])
      // Wider than the largest, or than the picture: as it is.
      for (const width of [1600, 4000])
        expect((await fetchObject(`${fileUrl}?w=${width}`)).headers.etag).toBe(
          original.headers.etag,
        )

      const id = made.id
      await admin.call('updatePhoto', { params: { id }, body: { isCover: 'true' } })
      const cover = await lender.request('GET', `/api/loans/${loan.id}/cover?w=320`)
      expect(cover.headers['content-type']).toBe('image/webp')
      expect((await sharp(cover.bytes).metadata()).width).toBe(320)

      await admin.call('deletePhoto', { params: { id } })
      expect((await fetchObject(`${fileUrl}?w=480`)).status).toBe(404)
      await nothingIsLeft(fileUrl)
      for (const copy of renditionPaths(fileUrl)) expect(await desk.store.sizeOf(copy)).toBeNull()
      expect(await admin.refusal('deletePhoto', { params: { id } })).toBe(
        '404: The photo was not found',
      )
    })

    it('is shown smaller the right way up', async () => {
      const lying = await sharp(await pictureFile('jpeg', 900, 600))
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      const fileUrl = await uploadBytes(admin, 'photo', lying)
      expect((await registerPhoto(fileUrl)).status).toBe(201)
      const { bytes } = await fetchObject(`${fileUrl}?w=300`)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 480 })
    })

    it('is drawn once for many who open a page together', async () => {
      const fileUrl = await uploadBytes(admin, 'photo', await pictureFile('jpeg', 1500, 1000))
      expect((await registerPhoto(fileUrl)).status).toBe(201)
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => fetchObject(`${fileUrl}?w=960`)),
      )
      expect(new Set(replies.map((reply) => reply.headers.etag)).size).toBe(1)
      expect(new Set(replies.map((reply) => reply.headers['content-type']))).toEqual(
        new Set(['image/webp']),
      )
    })

    it('that cannot be drawn here is shown as it is', async () => {
      const bytes = bitmapFile(700, 20)
      const fileUrl = await uploadBytes(admin, 'photo', bytes)
      expect((await registerPhoto(fileUrl)).status).toBe(201)
      const reply = await fetchObject(`${fileUrl}?w=320`)
      expect(reply.headers['content-type']).toBe('image/bmp')
      expect(reply.bytes.equals(bytes)).toBe(true)
    })

    it('may be any raster image, whatever it is called', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const) {
        const fileUrl = await uploadBytes(admin, 'photo', await pictureFile(format))
        const reply = await registerPhoto(fileUrl)
        expect(reply.status, reply.text).toBe(201)
        expect((await fetchObject(fileUrl)).headers['content-type']).toBe(`image/${format}`)
      }
    })

    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['a PDF', pdfFile],
      ['a Word file', () => officeFile('docx')],
      ['half a picture', async () => (await pictureFile('png')).subarray(0, 20)],
      ['more pixels than memory', pixelBomb],
      ['a bitmap without a size', () => bitmapFile(0, 0)],
    ])('is refused when it is %s', async (_what, make) => {
      const fileUrl = await uploadBytes(admin, 'photo', await make())
      const reply = await registerPhoto(fileUrl)
      expect(reply.status, reply.text).toBe(400)
      expect(Object.keys(readRefusal(reply).fields ?? {})).toEqual(['filename'])
      await nothingIsLeft(fileUrl)
    })
  })

  describe('a cover', () => {
    it('is one at most, and is taken from the photo that was', async () => {
      const loan = await desk.makeLoan()
      const [one, two] = [await desk.makePhoto(loan, { isCover: true }), await desk.makePhoto(loan)]
      const choose = (id: string, isCover: 'true' | 'false' = 'true') =>
        admin.call('updatePhoto', { params: { id }, body: { isCover } })
      const covers = async () =>
        (await photosOf(loan.id)).filter((photo) => photo.isCover === 'true').map(({ id }) => id)
      await choose(two.id)
      expect(await covers()).toEqual([two.id])
      await Promise.all([one, two, one, two, one, two].map(({ id }) => choose(id)))
      expect(await covers()).toHaveLength(1)
      await choose(one.id, 'false')
      await choose(two.id, 'false')
      expect(await covers()).toEqual([])
    })

    it('keeps the rest when a name or caption changes', async () => {
      const { id } = await desk.makePhoto({ id: loanId }, { caption: 'Old' })
      const change = (body: object) => admin.send('updatePhoto', { params: { id }, body })
      await change({ filename: 'Side.png' })
      await change({ caption: 'New' })
      const [photo] = (await photosOf(loanId)).filter((each) => each.id === id)
      expect(photo).toMatchObject({ filename: 'Side.png', caption: 'New', isCover: 'false' })
      expect((await change({})).status).toBe(200)
      expect(JSON.parse((await change({ caption: null })).text)).toMatchObject({ caption: '' })
      expect((await change({ filename: ' ' })).status).toBe(400)
      const missing = { params: { id: randomUUID() }, body: { caption: 'x' } }
      expect(await admin.refusal('updatePhoto', missing)).toBe('404: The photo was not found')
    })
  })

  describe('the type that is said', () => {
    const dressed = Object.entries(imposters).flatMap(([what, bytes]) =>
      (['document', 'photo'] as const).map((kind) => ({ what, bytes, kind })),
    )

    it.each(dressed)('does not make a $kind of $what', async ({ bytes, kind }) => {
      const contentType = kind === 'document' ? 'application/pdf' : 'image/png'
      const upload = await askForUpload(admin, kind, { contentType, size: bytes.length })
      expect((await putBytes(upload, bytes)).status).toBeLessThan(300)
      const reply = await register(kind, fileUrlOf(upload))
      expect(reply.status, reply.text).toBe(400)
      await nothingIsLeft(fileUrlOf(upload))
    })
  })

  describe('an address', () => {
    it('takes one upload, and overwrites nothing', async () => {
      const [first, second] = [pdfFile('first'), pdfFile('other')]
      const upload = await askForUpload(admin, 'document')
      expect((await putBytes(upload, first)).status).toBeLessThan(300)
      expect([409, 412]).toContain((await putBytes(upload, second)).status)
      const fileUrl = fileUrlOf(upload)
      expect((await registerDocument(fileUrl)).status).toBe(201)
      expect((await putBytes(upload, second)).status).toBeGreaterThanOrEqual(400)
      expect((await fetchObject(fileUrl)).bytes.equals(first)).toBe(true)
    })

    it('keeps one of two that come together', async () => {
      const upload = await askForUpload(admin, 'document')
      const bytes = [pdfFile('one'), pdfFile('two')]
      const statuses = await Promise.all(
        bytes.map(async (each) => (await putBytes(upload, each)).status),
      )
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      const fileUrl = fileUrlOf(upload)
      expect((await registerDocument(fileUrl)).status).toBe(201)
      const kept = bytes[statuses.findIndex((status) => status < 300)]
      expect(kept && (await fetchObject(fileUrl)).bytes.equals(kept)).toBe(true)
    })

    it('that was tampered with takes nothing', async () => {
      const bytes = pdfFile()
      const upload = await askForUpload(admin, 'document', {
        contentType: 'application/pdf',
        size: bytes.length,
      })
      const other = await askForUpload(admin, 'document')
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
      expect(await desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
      expect(await desk.store.sizeOf(fileUrlOf(other))).toBeNull()
    })

    it('takes exactly what was announced', async () => {
      const bytes = pdfFile('0123456789')
      const terms = { contentType: 'application/pdf', size: bytes.length }
      const wrong: [string, Buffer, Record<string, string>][] = [
        ['another type', bytes, { 'content-type': 'text/html' }],
        ['a byte more', Buffer.concat([bytes, Buffer.from('x')]), {}],
        ['a byte less', bytes.subarray(1), {}],
      ]
      for (const [what, sent, headers] of wrong) {
        const upload = await askForUpload(admin, 'document', terms)
        const { status } = await putBytes(upload, sent, headers)
        expect(status, what).toBeGreaterThanOrEqual(400)
        expect(await desk.store.sizeOf(fileUrlOf(upload)), what).toBeNull()
      }
    })

    it('may be used again after a line that broke', async () => {
      const bytes = pdfFile('0123456789'.repeat(1000))
      const upload = await askForUpload(admin, 'document')
      async function* half() {
        yield bytes.subarray(0, 5000)
        await new Promise((resolve) => setTimeout(resolve, 200))
        throw new Error('The line broke')
      }
      const headers = { 'content-length': String(bytes.length) }
      await expect(putBytes(upload, half(), headers)).rejects.toThrow()
      const early = await registerDocument(fileUrlOf(upload))
      expect([early.status, readRefusal(early).message]).toEqual([
        400,
        'Please upload a file first',
      ])
      expect((await putBytes(upload, bytes)).status).toBeLessThan(300)
      expect((await registerDocument(fileUrlOf(upload))).status).toBe(201)
    })
  })

  describe('registering', () => {
    it('needs an upload of its kind, whose bytes are there', async () => {
      const photo = await uploadBytes(admin, 'photo', await pictureFile('png'))
      const document = await uploadBytes(admin, 'document', pdfFile())
      const unused = fileUrlOf(await askForUpload(admin, 'document'))
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
        const reply = await register(kind, fileUrl)
        expect(reply.status, fileUrl).toBe(400)
        expect(readRefusal(reply)).toMatchObject({ fields: { fileUrl: first[kind] } })
      }
      // As the browser has it from the address, or with the slash that paths begin with.
      expect((await registerDocument(`/${document}`)).status).toBe(201)
      expect((await registerPhoto(photo)).status).toBe(201)
    })

    it('is done once, by one of those who try together', async () => {
      const fileUrl = await uploadBytes(admin, 'document', pdfFile())
      const replies = await Promise.all(Array.from({ length: 5 }, () => registerDocument(fileUrl)))
      const statuses = replies.map((reply) => reply.status).toSorted()
      expect(statuses).toEqual([201, 409, 409, 409, 409])
      const later = await registerDocument(fileUrl)
      expect(readRefusal(later).message).toBe('This upload was already registered')
      expect((await fetchObject(fileUrl)).status).toBe(200)
    })

    it('is 404 for a loan that is not there, and keeps the upload', async () => {
      const fileUrl = await uploadBytes(admin, 'document', pdfFile())
      const body = { filename: 'A.pdf', fileType: 'application/pdf', fileUrl } as const
      expect(
        await admin.refusal('createDocument', { body: { ...body, loanId: randomUUID() } }),
      ).toBe('404: The loan was not found')
      expect((await registerDocument(fileUrl)).status).toBe(201)
    })

    it('refuses an empty file', async () => {
      for (const kind of ['document', 'photo'] as const) {
        const upload = await askForUpload(admin, kind)
        const put = await putBytes(upload, Buffer.alloc(0))
        const reply = put.status < 300 ? await register(kind, fileUrlOf(upload)) : put
        expect(reply.status).toBe(400)
        expect(readRefusal(reply).message).toBe('File data is empty')
      }
    })
  })

  describe.each([
    { kind: 'document', beginning: pdfFile() },
    { kind: 'photo', beginning: bitmapFile(10, 10) },
  ] as const)('the largest $kind', ({ kind, beginning }) => {
    const { maxBytes } = uploadLimits[kind]

    it('goes up and comes down as it was, with memory flat', async () => {
      const before = process.memoryUsage().rss
      let highest = before
      const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 10)
      const upload = await askForUpload(admin, kind)
      const sent = createHash('sha256')
      async function* hashed() {
        for await (const piece of manyBytes(maxBytes, beginning)) {
          sent.update(piece)
          yield piece
        }
      }
      const headers = { 'content-length': String(maxBytes) }
      expect((await putBytes(upload, hashed(), headers)).status).toBeLessThan(300)
      const fileUrl = fileUrlOf(upload)
      const reply = await register(kind, fileUrl)
      expect(reply.status, reply.text).toBe(201)
      const received = createHash('sha256')
      const response = await fetch(`${desk.address}/objects/${fileUrl}`, {
        headers: { cookie: lender.cookie ?? '' },
      })
      expect(response.headers.get('content-length')).toBe(String(maxBytes))
      for await (const chunk of response.body ?? []) received.update(chunk)
      clearInterval(watch)
      expect(received.digest('hex')).toBe(sent.digest('hex'))
      // Sender and server are one process here, and neither holds the whole.
      expect((highest - before) / 1024 / 1024).toBeLessThan(40)
    }, 120_000)

    it('may not be one byte larger, and nothing is left of one that is', async () => {
      const upload = await askForUpload(admin, kind)
      const size = maxBytes + 1
      const headers = { 'content-length': String(size) }
      const put = await putBytes(upload, manyBytes(size, beginning), headers)
      const reply = put.status < 300 ? await register(kind, fileUrlOf(upload)) : put
      expect([400, 413]).toContain(reply.status)
      expect(await desk.store.sizeOf(fileUrlOf(upload))).toBeNull()
      const announced = await admin.send(
        kind === 'document' ? 'createDocumentUpload' : 'createPhotoUpload',
        { body: { size } },
      )
      expect(announced.status).toBe(400)
    }, 120_000)
  })

  describe('an upload that nobody registers', () => {
    it('is removed after a day, and not before', async () => {
      const old = await uploadBytes(admin, 'document', pdfFile('old'))
      const young = await uploadBytes(admin, 'document', pdfFile('young'))
      const age = (path: string, by: string) =>
        desk.rows(
          'update uploads set created_at = created_at - $2::interval where path = $1 returning 1',
          [path, by],
        )
      await age(old, '25 hours')
      await age(young, '23 hours')
      await discardUnclaimedUploads(desk.db)
      await purgeDiscardedFiles(desk)
      await nothingIsLeft(old)
      expect((await registerDocument(old)).status).toBe(400)
      expect((await registerDocument(young)).status).toBe(201)
    })

    it('is served to nobody, and neither are copies by their own path', async () => {
      const fileUrl = await uploadBytes(admin, 'photo', await pictureFile('png', 900, 600))
      expect((await admin.request('GET', `/objects/${fileUrl}`)).status).toBe(404)
      expect((await registerPhoto(fileUrl)).status).toBe(201)
      expect((await fetchObject(`${fileUrl}?w=320`)).status).toBe(200)
      for (const path of [...renditionPaths(fileUrl), `.private/${fileUrl}`, `x/../${fileUrl}`])
        expect((await admin.request('GET', `/objects/${path}`)).status, path).toBe(404)
    })
  })

  it('logged none of it as an error', () => {
    expect(desk.errors).toEqual([])
  })
}
