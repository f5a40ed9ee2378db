import { pictureFile } from '#test/support/sample-files.ts'
import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, sidewaysScroll } from '#test/e2e/support/screen.ts'
import { papers, uploadAndDownload } from '#test/e2e/support/papers.ts'
import {
  openTab,
  openUpload,
  register,
  selectLoan,
  uploadAndWait,
} from '#test/e2e/support/uploads.ts'
import { spec } from '#test/support/requirements.ts'

const photoFile = async (name = 'Front.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await pictureFile('jpeg', 1200, 800),
})

const photoCard = (page: Page, filename: string) =>
  page.getByRole('listitem').filter({ hasText: filename })

test('a PDF uploaded by an administrator and downloaded by a lender is unchanged', async ({
  page,
  desk,
}) => {
  spec('1.16', '2.11.10', '2.11.13', '2.13.1', '2.13.2', '2.13.4', '5.6.7')
  spec('8.37')
  await uploadAndDownload(page, desk, papers.pdf)
})

testOnPhone(
  "an administrator uploads a photo for lenders, makes it the loan's cover, and deletes it",
  async ({ page, desk }) => {
    spec('1.16', '1.17', '2.11.17', '2.11.18', '2.11.21', '2.13.3', '5.7.3')
    spec('5.7.8', '7.43', '8.35', '8.38')
    const loan = await desk.makeLoan()
    await register(desk, 'photo', loan.id, 'Yard.jpg')
    const dialog = await openUpload(page, desk, 'photo')
    await uploadAndWait(dialog, await photoFile())
    await selectLoan(dialog, loan)
    await dialog.getByLabel('Caption (optional)').fill('The front in the morning')
    await dialog.getByRole('button', { name: 'Save Photo' }).click()
    await expectToast(page, 'Photo uploaded successfully')
    await expect(dialog).toBeHidden()

    const ours = page.getByRole('listitem').filter({ hasText: loan.title })
    const front = ours.filter({ hasText: 'Front.jpg' })
    await expect(front).toContainText('The front in the morning')
    await expect(front).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
    const image = front.getByRole('img', { name: 'The front in the morning' })
    await expect(image).toHaveAttribute('src', /^\/objects\/.*\?w=480$/)
    await expect(image).toHaveJSProperty('complete', true)
    expect(await image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(0)

    await front.getByRole('button', { name: 'Make Cover: Front.jpg' }).click()
    await expectToast(page, 'Cover changed')
    await expect(front.getByText('Cover', { exact: true })).toBeVisible()
    await expect(front).toBeFocused()
    await expect(ours.getByText('Cover', { exact: true })).toHaveCount(1)

    const theirs = await desk.openAs(await desk.makeLender())
    await theirs.goto(`/loans?view=grid&search=${encodeURIComponent(loan.title)}`)
    await expect(theirs.locator('img[src*="/cover?"]')).toHaveAttribute('srcset', /w=960 960w/)
    await theirs.goto(`/loans/${loan.id}`)
    await expect(
      theirs.getByRole('button', { name: 'Photo 1 of 2: The front in the morning' }),
    ).toBeVisible()

    await front.getByRole('button', { name: 'Delete Front.jpg' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete Photo' })
    await expect(question).toHaveAccessibleDescription(
      'Are you sure you want to delete "Front.jpg"? This action cannot be undone.',
    )
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Photo deleted', 'The photo has been removed successfully.')
    await expect(question).toBeHidden()
    await expect(front).toHaveCount(0)
  },
)

test("a placeholder replaces a photo that can't be displayed", async ({ page, desk }) => {
  spec('2.11.19')
  const loan = await desk.makeLoan()
  const photo = await register(desk, 'photo', loan.id, 'Roof.jpg')
  await page.route(`**/objects/${photo.fileUrl}?*`, (route) => route.abort())
  await openTab(page, desk, 'photo')
  await expect(photoCard(page, loan.title).getByText('No Image')).toBeVisible()
})

test('deleting a document in the panel requires confirmation', async ({ page, desk }) => {
  spec('1.17', '2.10.8', '2.11.16', '4.18', '5.7.7', '8.29')
  const loan = await desk.makeLoan()
  await register(desk, 'document', loan.id, 'Old Memo.pdf')
  await openTab(page, desk, 'document')
  const row = page.getByRole('row').filter({ hasText: loan.title })
  await row.getByRole('button', { name: 'Delete Old Memo.pdf' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete "Old Memo.pdf"? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete Old Memo.pdf' }).click()
  const counted = page.waitForResponse('**/api/admin/summary')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Document deleted', 'The document has been successfully removed.')
  await expect(row).toHaveCount(0)
  const { documents } = await (await counted).json()
  await expect(page.getByRole('tab', { name: /^Documents/ })).toHaveText(
    `Documents${documents || ''}`,
  )
})

test("administrators, but not lenders, can delete a document on the loan's page", async ({
  page,
  desk,
  lender,
}) => {
  spec('2.10.8', '4.18', '8.13')
  const loan = await desk.makeLoan()
  const document = await register(desk, 'document', loan.id, 'Old Memo.pdf')
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByText('Old Memo.pdf')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  expect((await lender.request('DELETE', `/api/documents/${document.id}`)).status).toBe(403)

  const theirs = await desk.openAs(desk.admin)
  await theirs.goto(`/loans/${loan.id}`)
  const remove = theirs.getByRole('button', { name: 'Delete Old Memo.pdf' })
  await remove.click()
  await theirs.route('**/api/documents/*', (route) => route.abort())
  const question = theirs.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(theirs, 'Error', 'Failed to delete document')
  await theirs.unroute('**/api/documents/*')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(theirs, 'Document deleted', 'The document has been successfully removed.')
  await expect(theirs.getByText('No documents uploaded yet')).toBeVisible()
})

testOnPhone(
  'opening the upload dialog loads the upload form, which fits inside the dialog',
  async ({ page, desk }) => {
    spec('9.34')
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.add(request.url())
    })
    // Each script is fetched again, because the browser discards a page's responses when the page is reopened.
    const textOf = async (url: string) => (await page.request.get(url)).text()
    const hasUploader = async () =>
      (await Promise.all([...scripts].map(textOf))).some((text) => text.includes('uppy-Dashboard'))
    await openTab(page, desk, 'document')
    expect(await hasUploader()).toBe(false)
    const dialog = await openUpload(page, desk, 'document')
    expect(await hasUploader()).toBe(true)
    await uploadAndWait(dialog, await photoFile('A photo of a very long name, '.repeat(5) + '.jpg'))
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    const overflow = await dialog.evaluate(
      (box) => box.scrollWidth - box.clientWidth + Number(box.scrollHeight > window.innerHeight),
    )
    expect(overflow).toBe(0)
  },
)
