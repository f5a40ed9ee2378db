/** File tests that run on every type of file store: a local folder and an S3 service. */
import { randomUUID } from 'node:crypto'
import type { DocumentType } from '#domain/documents/files.ts'
import { renditionPaths } from '#domain/documents/renditions.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRefusal } from '#test/support/caller.ts'
import type { Desk } from '#test/support/desk.ts'
import { openFileBench, type FileBench } from '#test/support/file-bench.ts'
import { security, spec } from '#test/support/requirements.ts'
import {
  bitmapFile,
  compoundFile,
  imposters,
  officeFile,
  pdfFile,
  pictureFile,
  pixelBomb,
} from '#test/support/sample-files.ts'
import { askForUpload, fileUrlOf, putBytes, uploadBytes } from '#test/support/uploading.ts'
import { describeUploads } from './uploads-on-a-store.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function describeFiles(openDesk: () => Promise<Desk>): void {
  let bench: FileBench
  beforeAll(async () => {
    bench = await openFileBench(await openDesk())
  }, 120_000)
  afterAll(() => bench.desk.close())

  const documentsOf = (loanId: string) =>
    bench.lender.call('listLoanDocuments', { params: { loanId } })
  const photosOf = (loanId: string) => bench.lender.call('listLoanPhotos', { params: { loanId } })

  describe('a file whose name has the wrong extension', () => {
    it("keeps a file's original name, but serves downloads with the extension of the file's actual type", async () => {
      security('5.2.2')
      const { id: loanId } = await bench.desk.makeLoan()
      const name = { loanId, filename: 'invoice.exe' }
      const paper = await uploadBytes(bench.admin, 'document', pdfFile())
      const document = await bench.admin.call('createDocument', {
        body: { ...name, fileType: 'application/pdf', fileUrl: paper },
      })
      const picture = await uploadBytes(bench.admin, 'photo', await pictureFile('jpeg'))
      const photo = await bench.admin.call('createPhoto', { body: { ...name, fileUrl: picture } })
      expect([document.filename, photo.filename]).toEqual(['invoice.exe', 'invoice.exe'])
      await bench.admin.call('updatePhoto', { params: { id: photo.id }, body: { isCover: 'true' } })
      const nameOf = async (address: string) =>
        (await bench.lender.request('GET', address)).headers['content-disposition']
      expect(await nameOf(`/objects/${paper}`)).toBe('inline; filename="invoice.exe.pdf"')
      for (const address of [`/objects/${picture}`, `/api/loans/${loanId}/cover`])
        expect(await nameOf(address)).toBe('inline; filename="invoice.exe.jpg"')
    })
  })

  describe('a document', () => {
    it("keeps a document's contents unchanged from upload to download, and lists and deletes the document", async () => {
      spec('7.21', '7.24', '7.26')
      const loan = await bench.desk.makeLoan()
      const bytes = pdfFile('The whole life of one.')
      const terms = { contentType: 'application/pdf', size: bytes.length }
      const upload = await askForUpload(bench.admin, 'document', terms)
      expect(upload.uploadURL).toMatch(/^https?:\/\/.+\/\.private\/documents\/[0-9a-f-]{36}\?/)
      expect(upload.headers['content-type']).toBe('application/pdf')
      const leftMs = new Date(upload.expiresAt).getTime() - Date.now()
      expect(leftMs / 60_000).toBeGreaterThan(13)
      expect(leftMs / 60_000).toBeLessThan(17)

      expect((await putBytes(upload, bytes)).status).toBeLessThan(300)
      const fileUrl = fileUrlOf(upload)
      expect(fileUrl).toMatch(/^documents\/[0-9a-f-]{36}$/)
      expect((await bench.fetchObject(fileUrl)).status).toBe(404)

      const made = await bench.admin.call('createDocument', {
        body: { loanId: loan.id, filename: 'Größe.pdf', fileType: 'application/pdf', fileUrl },
      })
      expect(made).toMatchObject({ loanId: loan.id, filename: 'Größe.pdf', fileUrl })
      expect(await documentsOf(loan.id)).toEqual([{ ...made, openedAt: null }])
      const whole = await bench.fetchObject(fileUrl)
      expect(whole.bytes.equals(bytes)).toBe(true)
      expect(whole.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
      })

      await bench.admin.call('deleteDocument', { params: { id: made.id } })
      expect(await documentsOf(loan.id)).toEqual([])
      expect((await bench.fetchObject(fileUrl)).status).toBe(404)
      await bench.nothingIsLeft(fileUrl)
      expect(await bench.admin.refusal('deleteDocument', { params: { id: made.id } })).toBe(
        '404: The document was not found',
      )
    })

    it('serves ranges of a document, and returns 304 to a client that has a current copy', async () => {
      const bytes = pdfFile('0123456789'.repeat(50))
      const fileUrl = await uploadBytes(bench.admin, 'document', bytes)
      expect((await bench.registerDocument(fileUrl)).status).toBe(201)
      const size = bytes.length
      for (const [range, first, last] of [
        ['bytes=0-3', 0, 3],
        [`bytes=${size - 9}-`, size - 9, size - 1],
        ['bytes=-4', size - 4, size - 1],
        [`bytes=5-${size + 100}`, 5, size - 1],
      ] as const) {
        const part = await bench.fetchObject(fileUrl, { range })
        expect(part.status, range).toBe(206)
        expect(part.headers['content-range']).toBe(`bytes ${first}-${last}/${size}`)
        expect(part.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
      }
      const beyond = await bench.fetchObject(fileUrl, { range: `bytes=${size}-` })
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
      const { etag = '' } = (await bench.fetchObject(fileUrl)).headers
      expect((await bench.fetchObject(fileUrl, { 'if-none-match': etag })).status).toBe(304)
    })

    it('accepts a PDF with up to 1,024 bytes before its header', async () => {
      for (const [before, status] of [
        [1, 201],
        [1024, 201],
        [1025, 400],
      ] as const) {
        const bytes = Buffer.concat([Buffer.alloc(before, ' '), pdfFile()])
        const fileUrl = await uploadBytes(bench.admin, 'document', bytes)
        expect((await bench.registerDocument(fileUrl)).status, String(before)).toBe(status)
      }
      const short = await uploadBytes(bench.admin, 'document', Buffer.from(' '))
      expect((await bench.registerDocument(short)).status).toBe(400)
    })

    it('announces a new document only to holders of its loan and lenders who favorited the loan', async () => {
      const [holder, follower, other] = await Promise.all([
        bench.desk.makeLender(),
        bench.desk.makeLender(),
        bench.desk.makeLender(),
      ])
      const loan = await bench.desk.makeLoan({ title: 'Quay 9' })
      await bench.desk.makeCommitment(holder, loan, { isSoftCommit: 'true' })
      await follower.call('addFavorite', { body: { loanId: loan.id } })
      const fileUrl = await uploadBytes(bench.admin, 'document', pdfFile())
      await bench.admin.call('createDocument', {
        body: { loanId: loan.id, filename: 'Survey.pdf', fileType: 'application/pdf', fileUrl },
      })
      const told = await bench.desk.rows<{
        user_id: string
        message: string
        related_loan_id: string
      }>(
        `select user_id, message, related_loan_id from notifications where type = 'documentAdded'
         and related_loan_id = $1`,
        [loan.id],
      )
      expect(told.map((row) => row.user_id).toSorted()).toEqual([holder.id, follower.id].toSorted())
      expect(told[0]?.message).toBe('"Survey.pdf" was added to Quay 9')
      expect(told.map((row) => row.user_id)).not.toContain(other.id)
    })

    it.each<[string, DocumentType, () => Buffer | Promise<Buffer>]>([
      ['a PDF', 'application/pdf', pdfFile],
      ['a DOCX', docx, () => officeFile('docx')],
      ['a DOCX with its content types last', docx, () => officeFile('docx', { typesLast: true })],
      ['an XLSX', xlsx, () => officeFile('xlsx')],
      ['an XLSX with its content types last', xlsx, () => officeFile('xlsx', { typesLast: true })],
      ['an old Word file', 'application/msword', () => compoundFile('1Table', 'WordDocument')],
      ['an old Excel file', 'application/vnd.ms-excel', () => compoundFile('Workbook')],
      ['a JPEG', 'image/jpeg', () => pictureFile('jpeg')],
      ['a PNG', 'image/png', () => pictureFile('png')],
      ['a GIF', 'image/gif', () => pictureFile('gif')],
      ['a WebP', 'image/webp', () => pictureFile('webp')],
      ['an AVIF', 'image/avif', () => pictureFile('avif')],
      ['a TIFF', 'image/tiff', () => pictureFile('tiff')],
      ['a BMP', 'image/bmp', bitmapFile],
    ])('accepts %s as a document', async (_what, fileType, make) => {
      spec('5.6.6')
      const bytes = await make()
      const fileUrl = await uploadBytes(bench.admin, 'document', bytes)
      const reply = await bench.registerDocument(fileUrl, fileType)
      expect(reply.status, reply.text).toBe(201)
      const served = await bench.fetchObject(fileUrl)
      expect(served.headers['content-type']).toBe(fileType)
      expect(served.bytes.equals(bytes)).toBe(true)
    })

    it.each<[string, Buffer, DocumentType]>([
      ['a DOCX declared as XLSX', officeFile('docx'), xlsx],
      ['an XLSX declared as DOCX', officeFile('xlsx', { typesLast: true }), docx],
      ['a Word file declared as Excel', compoundFile('WordDocument'), 'application/vnd.ms-excel'],
      ['a PDF declared as PNG', pdfFile(), 'image/png'],
      ['a PDF declared as DOCX', pdfFile(), docx],
    ])(
      'rejects a document that is %s until the declared type is corrected',
      async (_what, bytes, fileType) => {
        security('5.2.2')
        const fileUrl = await uploadBytes(bench.admin, 'document', bytes)
        const reply = await bench.registerDocument(fileUrl, fileType)
        expect(reply.status).toBe(400)
        expect(readRefusal(reply).fields?.['fileType']).toMatch(/^You chose /)
        expect((await bench.fetchObject(fileUrl)).status).toBe(404)
      },
    )
  })

  describe('a photo', () => {
    it('uploads, registers, and resizes a photo, makes it the cover, and deletes all copies', async () => {
      spec('7.25', '7.28', '7.30')
      const loan = await bench.desk.makeLoan()
      const bytes = await pictureFile('png', 1200, 800)
      const fileUrl = await uploadBytes(bench.admin, 'photo', bytes)
      expect(fileUrl).toMatch(/^photos\/[0-9a-f-]{36}$/)
      const made = await bench.admin.call('createPhoto', {
        body: { loanId: loan.id, filename: 'Front.png', fileUrl, caption: ' From the street ' },
      })
      expect(made).toMatchObject({ caption: 'From the street', isCover: 'false', fileUrl })
      expect(await photosOf(loan.id)).toEqual([made])

      const original = await bench.fetchObject(fileUrl)
      expect(original.headers['content-type']).toBe('image/png')
      expect(original.bytes.equals(bytes)).toBe(true)
      const smaller = await bench.fetchObject(`${fileUrl}?w=400`)
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
      const again = await bench.fetchObject(`${fileUrl}?w=480`, { 'if-none-match': etag })
      expect([again.status, again.text]).toEqual([304, ''])
      for (const width of [1600, 4000])
        expect((await bench.fetchObject(`${fileUrl}?w=${width}`)).headers.etag).toBe(
          original.headers.etag,
        )

      const id = made.id
      await bench.admin.call('updatePhoto', { params: { id }, body: { isCover: 'true' } })
      const cover = await bench.lender.request('GET', `/api/loans/${loan.id}/cover?w=320`)
      expect(cover.headers['content-type']).toBe('image/webp')
      expect((await sharp(cover.bytes).metadata()).width).toBe(320)

      await bench.admin.call('deletePhoto', { params: { id } })
      expect((await bench.fetchObject(`${fileUrl}?w=480`)).status).toBe(404)
      await bench.nothingIsLeft(fileUrl)
      for (const copy of renditionPaths(fileUrl))
        expect(await bench.desk.store.sizeOf(copy)).toBeNull()
      expect(await bench.admin.refusal('deletePhoto', { params: { id } })).toBe(
        '404: The photo was not found',
      )
    })

    it("applies a photo's orientation to its smaller copies", async () => {
      const lying = await sharp(await pictureFile('jpeg', 900, 600))
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      const fileUrl = await uploadBytes(bench.admin, 'photo', lying)
      expect((await bench.registerPhoto(fileUrl)).status).toBe(201)
      const { bytes } = await bench.fetchObject(`${fileUrl}?w=300`)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 480 })
    })

    it('resizes a photo once for many concurrent readers', async () => {
      security('15.2.2')
      const fileUrl = await uploadBytes(bench.admin, 'photo', await pictureFile('jpeg', 1500, 1000))
      expect((await bench.registerPhoto(fileUrl)).status).toBe(201)
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => bench.fetchObject(`${fileUrl}?w=960`)),
      )
      expect(new Set(replies.map((reply) => reply.headers.etag)).size).toBe(1)
      expect(new Set(replies.map((reply) => reply.headers['content-type']))).toEqual(
        new Set(['image/webp']),
      )
    })

    it("serves a photo unchanged if it can't be resized", async () => {
      const bytes = bitmapFile(700, 20)
      const fileUrl = await uploadBytes(bench.admin, 'photo', bytes)
      expect((await bench.registerPhoto(fileUrl)).status).toBe(201)
      const reply = await bench.fetchObject(`${fileUrl}?w=320`)
      expect(reply.headers['content-type']).toBe('image/bmp')
      expect(reply.bytes.equals(bytes)).toBe(true)
    })

    it('returns 404 for every width of a photo whose file is missing', async () => {
      const loan = await bench.desk.makeLoan()
      const { fileUrl } = await bench.desk.makePhoto(loan, { isCover: true })
      await bench.desk.store.delete(fileUrl)
      const cover = `/api/loans/${loan.id}/cover?w=320`
      for (const reply of [
        await bench.fetchObject(fileUrl),
        await bench.fetchObject(`${fileUrl}?w=320`),
        await bench.lender.request('GET', cover),
      ]) {
        expect(reply.status, reply.text).toBe(404)
        expect(readRefusal(reply).message).toBe('The file was not found')
      }
      // A smaller copy that couldn't be created earlier is created once the photo's file has been restored.
      await bench.desk.store.write(fileUrl, await pictureFile('png', 1200, 800))
      const smaller = await bench.fetchObject(`${fileUrl}?w=320`)
      expect(smaller.headers['content-type']).toBe('image/webp')
    })

    it('accepts any raster image as a photo, regardless of its file name', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const) {
        const fileUrl = await uploadBytes(bench.admin, 'photo', await pictureFile(format))
        const reply = await bench.registerPhoto(fileUrl)
        expect(reply.status, reply.text).toBe(201)
        expect((await bench.fetchObject(fileUrl)).headers['content-type']).toBe(`image/${format}`)
      }
    })

    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['a PDF', pdfFile],
      ['a Word file', () => officeFile('docx')],
      ['truncated', async () => (await pictureFile('png')).subarray(0, 20)],
      ['too large to decode', pixelBomb],
      ['a bitmap without a size', () => bitmapFile(0, 0)],
    ])('rejects a photo that is %s', async (_what, make) => {
      security('5.2.1', '5.2.3')
      const fileUrl = await uploadBytes(bench.admin, 'photo', await make())
      const reply = await bench.registerPhoto(fileUrl)
      expect(reply.status, reply.text).toBe(400)
      expect(Object.keys(readRefusal(reply).fields ?? {})).toEqual(['filename'])
      await bench.nothingIsLeft(fileUrl)
    })
  })

  describe('the cover of a loan', () => {
    it('keeps only one cover per loan', async () => {
      const loan = await bench.desk.makeLoan()
      const [one, two] = [
        await bench.desk.makePhoto(loan, { isCover: true }),
        await bench.desk.makePhoto(loan),
      ]
      const choose = (id: string, isCover: 'true' | 'false' = 'true') =>
        bench.admin.call('updatePhoto', { params: { id }, body: { isCover } })
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

    it("keeps a photo's other fields when the photo's name or caption changes", async () => {
      const { id } = await bench.desk.makePhoto({ id: bench.loanId }, { caption: 'Old' })
      const change = (body: object) => bench.admin.send('updatePhoto', { params: { id }, body })
      await change({ filename: 'Side.png' })
      await change({ caption: 'New' })
      const [photo] = (await photosOf(bench.loanId)).filter((each) => each.id === id)
      expect(photo).toMatchObject({ filename: 'Side.png', caption: 'New', isCover: 'false' })
      expect((await change({})).status).toBe(200)
      expect(JSON.parse((await change({ caption: null })).text)).toMatchObject({ caption: '' })
      expect((await change({ filename: ' ' })).status).toBe(400)
      const missing = { params: { id: randomUUID() }, body: { caption: 'x' } }
      expect(await bench.admin.refusal('updatePhoto', missing)).toBe('404: The photo was not found')
    })
  })

  describe('the declared type of a file', () => {
    const dressed = Object.entries(imposters).flatMap(([what, bytes]) =>
      (['document', 'photo'] as const).map((kind) => ({ what, bytes, kind })),
    )

    it.each(dressed)('rejects $what declared as a $kind', async ({ bytes, kind }) => {
      spec('5.7.6')
      security('1.3.4', '5.2.2')
      const contentType = kind === 'document' ? 'application/pdf' : 'image/png'
      const upload = await askForUpload(bench.admin, kind, { contentType, size: bytes.length })
      expect((await putBytes(upload, bytes)).status).toBeLessThan(300)
      const reply = await bench.register(kind, fileUrlOf(upload))
      expect(reply.status, reply.text).toBe(400)
      await bench.nothingIsLeft(fileUrlOf(upload))
    })
  })

  it('logs no error while files are uploaded and served', () => {
    expect(bench.desk.errors).toEqual([])
  })

  describe('uploads', () => describeUploads(openDesk))
}
