/** Documents of each type, which administrators upload and lenders download. */
import { officeFile, pdfFile } from '#test/support/sample-files.ts'
import type { DocumentType } from '#domain/documents/files.ts'
import { uploadBytes } from '#test/support/uploading.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { expectToast } from './screen.ts'
import { choose, openUpload, selectLoan, type ChosenFile } from './uploads.ts'

const office = 'application/vnd.openxmlformats-officedocument'

type Paper = ChosenFile & { label: string }

export const papers = {
  pdf: { name: 'Term Sheet.pdf', mimeType: 'application/pdf', buffer: pdfFile(), label: 'PDF' },
  docx: {
    name: 'Appraisal.docx',
    mimeType: `${office}.wordprocessingml.document`,
    buffer: officeFile('docx'),
    label: 'DOCX',
  },
  xlsx: {
    name: 'Rent Roll.xlsx',
    mimeType: `${office}.spreadsheetml.sheet`,
    buffer: officeFile('xlsx'),
    label: 'XLSX',
  },
} satisfies Record<string, Paper>

export async function addPaper(desk: Desk, loanId: string, { name, mimeType, buffer }: ChosenFile) {
  const fileUrl = await uploadBytes(desk.admin, 'document', buffer)
  // The cast is safe, because every paper has an accepted type.
  const fileType = mimeType as DocumentType
  return desk.admin.call('createDocument', {
    body: { loanId, filename: name, fileType, fileUrl },
  })
}

/** Checks that a lender downloads the same bytes that an administrator uploaded, and that other users are rejected. */
export async function uploadAndDownload(page: Page, desk: Desk, paper: Paper) {
  const loan = await desk.makeLoan()
  const dialog = await openUpload(page, desk, 'document')
  await expect(dialog.getByLabel('File Type')).toHaveValue('application/pdf')
  await expect(dialog.getByRole('button', { name: 'Save Document' })).toBeDisabled()
  await choose(dialog, paper)
  await expect(dialog.getByLabel('Filename')).toHaveValue(paper.name)
  await expect(dialog.getByLabel('File Type')).toHaveValue(paper.mimeType)
  await expect(dialog.getByRole('button', { name: 'Save Document' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Loan' })).toBeFocused()
  await selectLoan(dialog, loan)
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expectToast(page, 'Document uploaded successfully')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: loan.title })
  await expect(row).toContainText(paper.name)
  await expect(row).toContainText(paper.label)
  await expect(row.getByRole('link', { name: /^View / })).toHaveAttribute('target', '_blank')

  const lender = await desk.makeLender()
  const theirs = await desk.openAs(lender)
  await theirs.goto(`/loans/${loan.id}`)
  const link = theirs.getByRole('link', { name: `Download ${paper.name} (opens in a new tab)` })
  await expect(link).toHaveAttribute('target', '_blank')
  const path = (await link.getAttribute('href')) ?? ''
  const answer = await theirs.request.get(path)
  expect(answer.headers()['content-type']).toBe(paper.mimeType)
  expect((await answer.body()).equals(paper.buffer)).toBe(true)

  const pending = await desk.makePending()
  expect((await pending.request('GET', path)).status).toBe(403)
  expect((await pending.request('GET', path, { cookie: null })).status).toBe(401)
}
