import type { Loan } from '#contract/loans/shapes.ts'
import type { UploadKind } from '#domain/documents/files.ts'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { uploadBytes } from '#test/support/uploading.ts'
import { enter, expect, type Desk, type Page } from './desk.ts'
import { chooseOption } from './screen.ts'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const openerOf: Record<UploadKind, string> = {
  document: 'Upload Document',
  photo: 'Upload Photo',
}

export async function register(desk: Desk, kind: UploadKind, loanId: string, filename: string) {
  const bytes = kind === 'document' ? pdfFile(filename) : await pictureFile('jpeg')
  const fileUrl = await uploadBytes(desk.admin, kind, bytes)
  const body = { loanId, filename, fileUrl }
  return kind === 'document'
    ? desk.admin.call('createDocument', { body: { ...body, fileType: 'application/pdf' } })
    : desk.admin.call('createPhoto', { body })
}

export async function openTab(page: Page, desk: Desk, kind: UploadKind) {
  await enter(page.context(), desk.admin)
  await page.goto(`/admin?tab=${kind}s`)
  await expect(page.getByRole('button', { name: openerOf[kind] })).toBeVisible()
}

export async function openUpload(page: Page, desk: Desk, kind: UploadKind) {
  await openTab(page, desk, kind)
  await page.getByRole('button', { name: openerOf[kind] }).click()
  const dialog = page.getByRole('dialog', { name: openerOf[kind] })
  await expect(dialog.getByRole('button', { name: 'browse files' })).toBeVisible()
  return dialog
}

type Dialog = Awaited<ReturnType<typeof openUpload>>

export async function choose(dialog: Dialog, file: ChosenFile) {
  const chooser = dialog.page().waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'browse files' }).click()
  await (await chooser).setFiles(file)
}

export async function uploadAndWait(dialog: Dialog, file: ChosenFile) {
  await choose(dialog, file)
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible()
}

export async function selectLoan(dialog: Dialog, { title, borrowerName }: Loan) {
  const loan = dialog.getByRole('combobox', { name: 'Loan' })
  await chooseOption(loan, title)
  await expect(loan).toHaveValue(`${title} (${borrowerName})`)
}
