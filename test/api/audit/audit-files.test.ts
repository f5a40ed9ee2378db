import { describe, expect, it } from 'vitest'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { security } from '#test/support/requirements.ts'
import { by, entriesOf, entryOf, on } from '#test/support/trail.ts'
import { askForUpload, fileUrlOf, putBytes } from '#test/support/uploading.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()

const left = (act: () => Promise<unknown>) => entriesOf(olga, act)

describe('a document', () => {
  const upload = async (kind: 'document' | 'photo', bytes: Buffer) => {
    const asked = await askForUpload(olga, kind)
    await putBytes(asked, bytes)
    return fileUrlOf(asked)
  }

  it('records the addition and deletion of a document in the audit trail', async () => {
    const loan = await desk.makeLoan()
    const fileUrl = await upload('document', (await desk.makeDocument(loan)).bytes)
    const file = { filename: 'Terms.pdf', fileType: 'application/pdf' as const }
    let id = ''
    const added = await entryOf(olga, async () => {
      id = (await olga.call('createDocument', { body: { loanId: loan.id, fileUrl, ...file } })).id
    })
    const same = { ...by(olga), ...on(loan), objectId: id, objectName: 'Terms.pdf' }
    expect(added).toMatchObject({ kind: 'documentAdded', ...same, before: null, after: file })
    const gone = await entryOf(olga, () => olga.send('deleteDocument', { params: { id } }))
    expect(gone).toMatchObject({ kind: 'documentDeleted', ...same, before: file, after: null })
  })

  it('records a document in the audit trail as viewed if a browser displays it, and as downloaded otherwise', async () => {
    const loan = await desk.makeLoan()
    const pdf = await desk.makeDocument(loan)
    const table = await desk.makeDocument(loan, { filename: 'Rents.csv', fileType: 'text/csv' })
    const read = (fileUrl: string) => () => lena.send('getObject', { params: { '*': fileUrl } })
    expect(await entryOf(olga, read(pdf.fileUrl))).toMatchObject({
      kind: 'documentViewed',
      ...by(lena),
      ...on(loan),
      objectId: pdf.id,
      objectName: 'Appraisal.pdf',
    })
    expect(await entryOf(olga, read(table.fileUrl))).toMatchObject({
      kind: 'documentDownloaded',
      objectName: 'Rents.csv',
    })
  })

  it("records each document view once in the audit trail, even for range requests or when the browser's cache has a current copy", async () => {
    const { fileUrl } = await desk.makeDocument(await desk.makeLoan())
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const reply = await luis.request(method, `/objects/${fileUrl}`, { headers })
      return reply.status
    }
    const kinds = async (act: () => Promise<unknown>) => (await left(act)).map(({ kind }) => kind)
    const viewed = ['documentViewed']
    expect(await kinds(() => ask({}, 'HEAD'))).toEqual([])
    expect(await kinds(() => ask({ range: 'bytes=900-' }))).toEqual([])
    expect(await kinds(() => ask({ range: 'bytes=1-' }))).toEqual(viewed)
    expect(await kinds(() => ask({ range: 'bytes=1-' }))).toEqual([])
    expect(await kinds(() => ask({ range: 'bytes=-5' }))).toEqual([])
    expect(await kinds(() => ask({ range: 'bytes=0-4' }))).toEqual(viewed)
    expect(await kinds(() => ask({ range: 'bytes=1-2,4-5' }))).toEqual(viewed)
    expect(await kinds(async () => expect(await ask({ 'if-none-match': '*' })).toBe(304))).toEqual(
      viewed,
    )
  })

  it('records at most 60 views of a document per user per hour in the audit trail', async () => {
    const loan = await desk.makeLoan()
    const [first, other] = [await desk.makeDocument(loan), await desk.makeDocument(loan)]
    const read = async ({ fileUrl }: { fileUrl: string }, times: number) => {
      for (let time = 0; time < times; time += 1)
        expect((await luis.send('getObject', { params: { '*': fileUrl } })).status).toBe(200)
    }
    const ofPerson = async () =>
      desk.rows<{ kind: string; times: number }>(
        `select kind, count(*)::int as times from audit where loan_id = $1 and actor_id = $2
         group by object_id, kind order by kind, times`,
        [loan.id, luis.id],
      )
    const viewed = [1, 60].map((times) => ({ kind: 'documentViewed', times }))
    await read(first, 62)
    await read(other, 1)
    expect(await ofPerson()).toEqual(viewed)
    const all = await luis.send('downloadDocuments', { params: { id: loan.id } })
    expect(all.status).toBe(200)
    const downloaded = { kind: 'documentDownloaded', times: 1 }
    expect(await ofPerson()).toEqual([downloaded, downloaded, ...viewed])
  })

  it("doesn't send a document if its audit entry can't be written", async () => {
    security('16.5.3')
    const { fileUrl, bytes } = await desk.makeDocument(await desk.makeLoan())
    const blocker = await desk.db.$client.connect()
    try {
      await blocker.query('begin; lock table audit in exclusive mode')
      const reply = await lena.send('getObject', { params: { '*': fileUrl } })
      expect(reply.status).toBe(503)
      expect(reply.text).not.toContain(bytes.toString())
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    desk.errors.length = 0
  })

  it('records the addition, change, and deletion of photos in the audit trail, but not views of photos', async () => {
    const loan = await desk.makeLoan()
    const { bytes } = await desk.makePhoto(loan, { isCover: true })
    const fileUrl = await upload('photo', bytes)
    let id = ''
    const added = await entryOf(olga, async () => {
      const body = { loanId: loan.id, fileUrl, filename: 'Side.png', caption: 'From the side' }
      id = (await olga.call('createPhoto', { body })).id
    })
    const shown = { filename: 'Side.png', caption: 'From the side', isCover: 'false' }
    expect(added).toMatchObject({ kind: 'photoAdded', ...by(olga), ...on(loan), after: shown })
    const change = (body: object) => () => olga.send('updatePhoto', { params: { id }, body })
    const changed = await entryOf(olga, change({ caption: 'Back', isCover: 'true' }))
    expect(changed).toMatchObject({ kind: 'photoChanged', objectId: id, ...on(loan) })
    expect(changed?.before).toEqual({ caption: 'From the side', isCover: 'false' })
    expect(changed?.after).toEqual({ caption: 'Back', isCover: 'true' })
    expect(await left(change({ caption: 'Back' }))).toEqual([])
    expect(await left(() => lena.send('getObject', { params: { '*': fileUrl } }))).toEqual([])
    const gone = await entryOf(olga, () => olga.send('deletePhoto', { params: { id } }))
    expect(gone).toMatchObject({ kind: 'photoDeleted', objectName: 'Side.png', after: null })
    expect(gone?.before).toEqual({ ...shown, caption: 'Back', isCover: 'true' })
  })
})

describe('exporting a loan book', () => {
  it("records a loan book's export and its format in the audit trail, but doesn't record a HEAD request", async () => {
    const loan = await desk.makeLoan()
    const params = { id: loan.id }
    const head = async (path: string) => expect((await olga.request('HEAD', path)).status).toBe(200)
    const csv = await entryOf(olga, () => olga.send('exportBookAsCsv', { params }))
    expect(csv).toMatchObject({ kind: 'bookExported', ...by(olga), ...on(loan) })
    expect(csv?.after).toEqual({ format: 'csv' })
    const sheet = await entryOf(olga, () => olga.send('exportBookAsXlsx', { params }))
    expect(sheet?.after).toEqual({ format: 'xlsx' })
    expect(await left(() => head(`/api/admin/loans/${loan.id}/book.csv`))).toEqual([])
  })
})
