import { pdfFile } from '#test/support/sample-files.ts'
import { privateMarker } from '#domain/documents/files.ts'
import { expireUpload } from '#test/e2e/support/database.ts'
import { expect, test } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { choose, openUpload, selectLoan, uploadAndWait } from '#test/e2e/support/uploads.ts'
import { spec } from '#test/support/requirements.ts'

const pdf = { name: 'Term Sheet.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
const mebibyte = 1024 * 1024

test('unsupported files, empty files, and HTML files with a .pdf extension are rejected', async ({
  page,
  desk,
}) => {
  spec('5.6.6', '8.20', '8.24', '8.40')
  await test.step('files of the wrong type, empty files, and oversized files are rejected before upload', async () => {
    const dialog = await openUpload(page, desk, 'document')
    const alert = dialog.getByRole('alert')
    await choose(dialog, {
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Hello'),
    })
    await expect(alert).toHaveText(
      'You can only upload: PDF, DOC, DOCX, XLS, XLSX, JPEG, PNG, GIF, WEBP, AVIF, TIFF, BMP',
    )
    await choose(dialog, {
      name: 'plan.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await expect(alert).toContainText('You can only upload: PDF')
    await choose(dialog, { ...pdf, buffer: Buffer.alloc(0) })
    await expect(alert).toHaveText('File data is empty')
    await expect(dialog.getByRole('button', { name: 'Upload 1 file' })).toHaveCount(0)
    await choose(dialog, pdf)
    await expect(alert).toHaveCount(0)
  })

  await test.step('an HTML file with a .pdf extension is rejected', async () => {
    const loan = await desk.makeLoan()
    const dialog = await openUpload(page, desk, 'document')
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    await uploadAndWait(dialog, { ...pdf, buffer: html })
    await selectLoan(dialog, loan)
    await dialog.getByRole('button', { name: 'Save Document' }).click()
    await expect(dialog.getByLabel('Filename')).toHaveAccessibleDescription(
      "Failed to save document. This type of file isn't accepted",
    )
  })
})

test('a failed upload shows the reason, and a retry requests a new upload URL', async ({
  page,
  desk,
}) => {
  spec('8.25', '8.40')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload/document')) asked.push(request.postData() ?? '')
  })
  const dialog = await openUpload(page, desk, 'document')
  const alert = dialog.getByRole('alert')
  await page.route('**/api/uploads/**', (route) =>
    route.fulfill({ status: 413, json: { message: 'The file is too large', code: 'too_large' } }),
  )
  await choose(dialog, pdf)
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(alert).toHaveText('The file is too large')
  // The dialog offers no retry, because the server would reject the upload again.
  await expect(dialog.getByRole('button', { name: 'Retry upload' })).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Remove file/ }).click()
  await page.unroute('**/api/uploads/**')

  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 403, body: 'What?' }))
  await choose(dialog, pdf)
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(alert).toHaveText('Unknown error')
  await expect(dialog.getByText('Upload failed')).toBeVisible()
  const retry = dialog.getByRole('button', { name: 'Retry upload' }).last()
  await expect(retry).toBeFocused()

  await page.unroute('**/api/uploads/**')
  await page.route('**/api/upload/document', (route) => route.abort())
  await retry.click()
  await expect(alert).toContainText('The server cannot be reached.')

  await page.unroute('**/api/upload/document')
  await retry.click()
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible()
  await expect(alert).toHaveCount(0)
  const terms = JSON.stringify({ contentType: 'application/pdf', size: pdf.buffer.length })
  expect(asked).toEqual([terms, terms, terms, terms])
})

test('retrying an expired upload sends the same file to a new upload address', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const dialog = await openUpload(page, desk, 'document')
  const put: string[] = []
  await page.route('**/api/uploads/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const [, path = ''] = pathname.split(privateMarker)
    put.push(path)
    if (put.length === 1) await expireUpload(path)
    await route.continue()
  })
  await choose(dialog, pdf)
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This upload has expired. Retry it with a new upload address.',
  )
  await expect(dialog.getByText(pdf.name)).toBeVisible()
  const retry = dialog.getByRole('button', { name: 'Retry upload' })
  await expect(retry.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(retry).toHaveCount(0)
  expect(new Set(put).size).toBe(2)

  await selectLoan(dialog, loan)
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expectToast(page, 'Document uploaded successfully')
  const [document] = await desk.admin.call('listLoanDocuments', { params: { loanId: loan.id } })
  expect(document).toMatchObject({ filename: pdf.name, fileUrl: put[1] })
})

test("the upload form shows missing fields and the server's errors", async ({ page, desk }) => {
  spec('2.13.2', '5.6.1', '5.6.2', '5.6.4', '8.20')
  const loan = await desk.makeLoan()
  const dialog = await openUpload(page, desk, 'document')
  const filename = dialog.getByLabel('Filename')
  // The button is disabled, but in some browsers, pressing Enter in a field still submits the form.
  const submit = () =>
    dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await submit()
  await expect(dialog.getByText('Please select a loan')).toBeVisible()
  await expect(filename).toHaveAccessibleDescription('Please upload a file first')

  await uploadAndWait(dialog, pdf)
  await filename.fill('')
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(filename).toHaveAccessibleDescription('Filename is required')
  await filename.fill('Terms, final')
  await selectLoan(dialog, loan)
  await expect(dialog.getByText('Please select a loan')).toHaveCount(0)

  await page.route('**/api/documents', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(filename).toHaveAccessibleDescription(/^Failed to save document. The server cannot/)
  await page.unroute('**/api/documents')
  await dialog.getByLabel('File Type').selectOption({ label: 'Word Document' })
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(filename).toHaveAccessibleDescription(
    /^Failed to save document. .*but the file is PDF/,
  )
  await expect(filename).toHaveValue('Terms, final')
  await dialog.getByLabel('File Type').selectOption({ label: 'PDF' })
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expectToast(page, 'Document uploaded successfully')
})

test("a photo is required, must be of a supported type, and can't exceed 10 MB", async ({
  page,
  desk,
}) => {
  spec('5.7.4', '5.7.5', '5.7.6', '8.40')
  const dialog = await openUpload(page, desk, 'photo')

  await test.step("a photo can't exceed 10 MB", async () => {
    const buffer = Buffer.alloc(10 * mebibyte + 1)
    await choose(dialog, { name: 'Large.png', mimeType: 'image/png', buffer })
    await expect(dialog.getByRole('alert')).toHaveText(
      'Large.png exceeds maximum allowed size of 10 MB',
    )
    await choose(dialog, { ...pdf })
    await expect(dialog.getByRole('alert')).toContainText('You can only upload: PNG, JPEG')
  })

  await test.step('saving without a photo shows an error', async () => {
    await dialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await expect(dialog.getByLabel('Filename')).toHaveAccessibleDescription(
      'Please upload a photo first',
    )
  })
})

test('the upload dialog is keyboard-accessible, follows the theme, and asks for confirmation on closing', async ({
  page,
  desk,
}) => {
  await test.step('closing an edited form asks for confirmation', async () => {
    const dialog = await openUpload(page, desk, 'document')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const opener = page.getByRole('button', { name: 'Upload Document' })
    await expect(opener).toBeFocused()

    await opener.click()
    await choose(dialog, pdf)
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard this upload?' })
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(dialog.getByLabel('Filename')).toHaveValue(pdf.name)
    await dialog.getByRole('button', { name: 'Cancel' }).last().click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('files are chosen, uploaded, and removed with the keyboard, and the dialog follows the theme', async () => {
    // Listen for the file chooser before pressing the key, because `press` doesn't wait for it.
    const chooser = page.waitForEvent('filechooser')
    const dialog = page.getByRole('dialog', { name: 'Upload Document' })
    await page.getByRole('button', { name: 'Upload Document' }).click()
    await expect(dialog.getByRole('button', { name: 'browse files' })).toBeFocused()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(pdf)
    await expect(dialog.getByRole('button', { name: 'Upload 1 file' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('combobox', { name: 'Loan' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove file' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'browse files' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Save Document' })).toBeDisabled()

    const dashboard = dialog.getByLabel('Upload a document')
    await expect(dashboard).toHaveAttribute('data-uppy-theme', 'light')
    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark')
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
    })
    await expect(dashboard).toHaveAttribute('data-uppy-theme', 'dark')
  })
})
