import { describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { by, entriesOf, on } from '#test/support/trail.ts'
import { readZip } from '#test/support/zip.ts'

const { desk, olga, lena } = await openDeskWithPeople()

const fetchAll = ({ id }: Pick<Loan, 'id'>, { who = lena, method = 'GET', headers = {} } = {}) =>
  who.request(method, `/api/loans/${id}/documents.zip`, { headers })

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('the document archive', () => {
  it("puts each document into its group's folder in an archive, under a unique and safe name", async () => {
    const loan = await desk.makeLoan({ title: 'Pier "4" / Ost' })
    const made = [
      await desk.makeDocument(loan, { filename: `Appraisal - ${loan.title}.pdf` }),
      await desk.makeDocument(loan, { filename: 'appraisal.PDF', bytes: Buffer.alloc(200_000, 7) }),
      await desk.makeDocument(loan, { filename: '../Rent: Roll', fileType: xlsx }),
      await desk.makeDocument(loan, { filename: 'Übersicht.pdf', bytes: Buffer.from('x') }),
    ]
    const reply = await fetchAll(loan)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(reply.bytes.length),
      'cache-control': 'no-store',
    })
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="Pier _4_ - Ost Documents\.zip"/,
    )
    expect(await readZip(reply.bytes)).toEqual([
      { name: 'Other/Übersicht.pdf', bytes: made[3]?.bytes },
      { name: 'Financials/_Rent_ Roll.xlsx', bytes: made[2]?.bytes },
      { name: 'Appraisal/appraisal.PDF', bytes: made[1]?.bytes },
      { name: 'Appraisal/Appraisal (2).pdf', bytes: made[0]?.bytes },
    ])
  })

  it('omits documents whose files are missing from an archive, and returns 404 if no documents remain', async () => {
    const loan = await desk.makeLoan()
    expect((await fetchAll(loan)).status).toBe(404)
    const [gone, kept] = [
      await desk.makeDocument(loan, { filename: 'Gone.pdf' }),
      await desk.makeDocument(loan, { filename: 'Kept.pdf' }),
    ]
    await desk.store.delete(gone.fileUrl)
    const names = (await readZip((await fetchAll(loan)).bytes)).map(({ name }) => name)
    expect(names).toEqual(['Other/Kept.pdf'])
    await desk.store.delete(kept.fileUrl)
    expect((await fetchAll(loan)).status).toBe(404)
  })

  it('records a download of each document in the audit trail before it sends the archive', async () => {
    const loan = await desk.makeLoan()
    const made = [
      await desk.makeDocument(loan, { filename: 'Appraisal.pdf' }),
      await desk.makeDocument(loan, { filename: 'Rent Roll.xlsx', fileType: xlsx }),
    ]
    expect(await entriesOf(olga, () => fetchAll(loan, { method: 'HEAD' }))).toEqual([])
    const entries = await entriesOf(olga, () => fetchAll(loan))
    expect(entries).toHaveLength(2)
    for (const entry of entries)
      expect(entry).toMatchObject({ kind: 'documentDownloaded', ...by(lena), ...on(loan) })
    expect(entries.map(({ objectId }) => objectId).toSorted()).toEqual(
      made.map(({ id }) => id).toSorted(),
    )
    expect(entries.map(({ objectName }) => objectName).toSorted()).toEqual([
      'Appraisal.pdf',
      'Rent Roll.xlsx',
    ])
  })

  it("sends an archive only to approved lenders and administrators, and only for requests from this site's pages", async () => {
    const loan = await desk.makeLoan()
    await desk.makeDocument(loan)
    expect((await fetchAll(loan, { who: desk.visitor() as typeof lena })).status).toBe(401)
    expect((await fetchAll(loan, { who: await desk.makePending() })).status).toBe(403)
    expect((await fetchAll(loan, { who: olga })).status).toBe(200)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await fetchAll(loan, { headers })).status).toBe(403)
  })
})
