import { officeFile, pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { enter, expect, test, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'

interface Dropped {
  name: string
  type: string
  bytes: Buffer
}

async function drop(page: Page, files: Dropped[]) {
  const plain = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString('base64') }))
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, plain)
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
  await expect(page.getByText(/^Drop to upload to/)).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

test('five files dropped together are saved with one click, and each lender gets a single notification', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const follower = await desk.makeLender()
  await follower.call('addFavorite', { body: { loanId: loan.id } })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
  const typed = page.getByPlaceholder('Write a message...')
  await typed.fill('Half of a sentence')
  await drop(page, [
    { name: 'Summary of Terms.pdf', type: 'application/pdf', bytes: pdfFile() },
    { name: 'Appraisal.pdf', type: 'application/pdf', bytes: pdfFile() },
    { name: 'Rent Roll.xlsx', type: '', bytes: officeFile('xlsx') },
    { name: 'Front.png', type: 'image/png', bytes: await pictureFile('png') },
    { name: 'setup.exe', type: 'application/x-msdownload', bytes: Buffer.from('MZ') },
  ])
  const dialog = page.getByRole('dialog', { name: 'Upload Files' })
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(dialog.getByText('4 of 4 uploaded')).toBeVisible()
  await expect(dialog.getByLabel('Kind of Appraisal.pdf')).toHaveValue('appraisal')
  await expect(dialog.getByLabel('Kind of Rent Roll.xlsx')).toHaveValue('financials')
  await expect(dialog.getByLabel('Kind of Front.png')).toHaveValue('photo')
  await expect(row('setup.exe')).toContainText("This type of file isn't accepted")
  await expect(row('setup.exe').getByRole('button', { name: 'Retry' })).toHaveCount(0)

  let isAway = true
  await page.route('**/api/uploads/**', (route) => (isAway ? route.abort() : route.continue()))
  await dialog
    .getByLabel('Choose Files')
    .first()
    .setInputFiles({ name: 'Deed.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
  await expect(dialog.getByRole('button', { name: 'Save All' })).toBeDisabled()
  const retry = dialog.getByRole('button', { name: 'Retry Deed.pdf' })
  await expect(retry).toBeVisible()
  isAway = false
  await retry.click()
  await expect(dialog.getByText('5 of 5 uploaded')).toBeVisible()
  await dialog.getByLabel('Kind of Deed.pdf').selectOption('Other')
  await dialog.getByLabel('Filename of Deed.pdf').fill('Recorded Deed.pdf')
  await dialog.getByRole('button', { name: 'Remove setup.exe' }).click()
  await dialog.getByRole('button', { name: 'Save All' }).click()
  await expectToast(page, '5 files saved')
  await expect(dialog).toBeHidden()

  const documents = await desk.admin.call('listLoanDocuments', { params: { loanId: loan.id } })
  expect(Object.fromEntries(documents.map(({ filename, group }) => [filename, group]))).toEqual({
    'Summary of Terms.pdf': 'termSheet',
    'Appraisal.pdf': 'appraisal',
    'Rent Roll.xlsx': 'financials',
    'Recorded Deed.pdf': 'other',
  })
  expect(await desk.admin.call('listLoanPhotos', { params: { loanId: loan.id } })).toHaveLength(1)
  await expect(page.getByRole('link', { name: 'Recorded Deed.pdf' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Photo 1 of 1: Front.png' })).toBeVisible()
  await expect(typed).toHaveValue('Half of a sentence')
  const notices = await follower.call('listNotifications')
  expect(notices.filter(({ type }) => type === 'documentAdded')).toMatchObject([
    { message: expect.stringContaining('4 documents were added') },
  ])
})

test('a file dropped while a dialog is open neither starts an upload nor replaces the page', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Loan' })
  await expect(dialog).toBeVisible()
  const isOpenedByBrowser = await dialog.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['%PDF-1.7'], 'Memo.pdf', { type: 'application/pdf' }))
    const options = { dataTransfer, bubbles: true, cancelable: true }
    return ['dragover', 'drop'].map((type) => element.dispatchEvent(new DragEvent(type, options)))
  })
  expect(isOpenedByBrowser).toEqual([false, false])
  await expect(page.getByRole('dialog', { name: 'Upload Files' })).toBeHidden()
})
