import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { by, entriesOf, on } from '#test/support/trail.ts'
import { uploadBytes } from '#test/support/uploading.ts'

const { desk, olga, lena } = await openDeskWithPeople()

const groupsOf = async ({ id: loanId }: Pick<Loan, 'id'>) =>
  Object.fromEntries(
    (await lena.call('listLoanDocuments', { params: { loanId } })).map(({ filename, group }) => [
      filename,
      group,
    ]),
  )

it("ignores the loan's title when guessing groups from file names", async () => {
  const loan = await desk.makeLoan({ title: 'Appraisal Lane Title Works' })
  for (const name of ['Summary of Terms', 'Rent Roll', 'Photo log'])
    await desk.makeDocument(loan, { filename: `${name} - ${loan.title}.pdf` })
  expect(await groupsOf(loan)).toEqual({
    [`Summary of Terms - ${loan.title}.pdf`]: 'termSheet',
    [`Rent Roll - ${loan.title}.pdf`]: 'financials',
    [`Photo log - ${loan.title}.pdf`]: 'other',
  })
})

describe('a manually chosen group', () => {
  it('keeps a manually chosen document group, records it once in the audit trail, and returns it in the response', async () => {
    const loan = await desk.makeLoan()
    const { id } = await desk.makeDocument(loan, { filename: 'Appraisal.pdf' })
    const move = () => olga.call('updateDocument', { params: { id }, body: { group: 'legal' } })
    const entries = await entriesOf(olga, async () => {
      expect(await move()).toMatchObject({ id, filename: 'Appraisal.pdf', group: 'legal' })
      await move()
    })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      kind: 'documentChanged',
      ...by(olga),
      ...on(loan),
      objectId: id,
      objectName: 'Appraisal.pdf',
      before: { group: 'appraisal' },
      after: { group: 'legal' },
    })
    expect(await groupsOf(loan)).toEqual({ 'Appraisal.pdf': 'legal' })
  })

  it("sets a document's group when the document is added", async () => {
    const loan = await desk.makeLoan()
    const fileUrl = await uploadBytes(olga, 'document', pdfFile('Appraisal'))
    const fileType = 'application/pdf'
    const filename = 'Appraisal.pdf'
    const body = { loanId: loan.id, filename, fileType, fileUrl, group: 'legal' } as const
    expect(await olga.call('createDocument', { body })).toMatchObject({ group: 'legal' })
    expect(await groupsOf(loan)).toEqual({ 'Appraisal.pdf': 'legal' })
  })

  it('rejects an unknown document group', async () => {
    const { id } = await desk.makeDocument(await desk.makeLoan())
    for (const body of [{ group: 'tax' }, { group: null }, {}]) {
      const reply = await olga.send('updateDocument', { params: { id }, body })
      expect(reply.status).toBe(400)
      expect(reply.text).toContain('Must be one of termSheet, appraisal')
    }
    const params = { id: randomUUID() }
    const missing = { params, body: { group: 'legal' } } as const
    expect(await olga.refusal('updateDocument', missing)).toBe('404: The document was not found')
  })
})

it("stores a document's size on upload and returns it in every list", async () => {
  const loan = await desk.makeLoan()
  const bytes = pdfFile('Terms')
  const fileUrl = await uploadBytes(olga, 'document', bytes)
  const body = {
    loanId: loan.id,
    filename: 'Terms.pdf',
    fileType: 'application/pdf',
    fileUrl,
  } as const
  const made = await olga.call('createDocument', { body })
  expect(made).toMatchObject({ group: 'termSheet', sizeBytes: bytes.length })
  const [stored] = await desk.rows('select size_bytes as size from documents where id = $1', [
    made.id,
  ])
  expect(stored).toEqual({ size: bytes.length })

  // For rows from before the app stored file lengths, the server reads the length from the file store.
  await desk.rows('update documents set size_bytes = null where id = $1', [made.id])
  const read = async () => lena.call('listLoanDocuments', { params: { loanId: loan.id } })
  expect((await read())[0]).toMatchObject({ sizeBytes: bytes.length })
  await desk.store.delete(fileUrl)
  expect((await read())[0]).toMatchObject({ sizeBytes: null })
})
