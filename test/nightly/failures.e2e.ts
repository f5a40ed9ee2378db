import { expect, test, type Page, uniqueTitle } from '#test/e2e/support/desk.ts'
import { createLoan, openForm } from '#test/e2e/support/panel.ts'
import { verdict } from '#test/e2e/support/receipts.ts'
import {
  areDisjoint,
  endAnimations,
  expectToast,
  openToast,
  expectClear,
} from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

async function closeToast(page: Page) {
  await openToast(page).getByRole('button', { name: 'Close' }).click()
  await expect(openToast(page)).toHaveCount(0)
}

test("a section that can't be rendered shows a message, and the other sections still appear", async ({
  desk,
}) => {
  spec('8.43')
  const loan = await desk.makeLoan()
  const document = { id: '1', loanId: loan.id, filename: 'Memo', fileType: 'application/pdf' }
  const broken = {
    ...document,
    fileUrl: 'documents/1',
    group: 'other',
    sizeBytes: 1,
    uploadedAt: 'never',
  }
  // The page doesn't use the fixture that fails on console errors, because this test causes errors.
  const page = await desk.openAs(desk.admin)
  const reports: string[] = []
  page.on('console', (message) => reports.push(message.text()))
  await page.route('**/api/documents/loan/*', (route) => route.fulfill({ json: [broken] }))

  await page.goto(`/loans/${loan.id}`)
  const card = page.getByRole('alert')
  await expect(card).toContainText("This part couldn't be shown")
  await expect(card).toContainText('an error in the app')
  await expect(card).not.toContainText('connection')
  await expect(page.getByRole('heading', { name: 'Funding Progress' })).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  expect(reports.join()).toContain("This part couldn't be shown")

  await page.goto('/admin?tab=documents')
  await expect(card).toContainText("This part couldn't be shown")
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await page.getByRole('tab', { name: 'Manage Loans' }).click()
  await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeVisible()
  await expect(card).toBeHidden()

  await page.getByRole('tab', { name: 'Documents' }).click()
  await page.unroute('**/api/documents/loan/*')
  await card.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Document Management' })).toBeVisible()
})

// The page doesn't use the fixture that fails on console errors, because the form logs a failed save.
test("a toast doesn't cover a dialog's buttons, and Escape closes the dialog", async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin')
  const dialog = await openForm(page, createLoan)
  await dialog.getByLabel('Loan Title').fill(uniqueTitle())
  await dialog.getByLabel('Borrower Name').fill('Pier Four LLC')
  await dialog.getByLabel('Loan Amount ($)').fill('2500000')
  await dialog.getByLabel('Interest Rate (%)').fill('7.25')
  await page.route('**/api/admin/loans', (route) => route.abort())
  for (const width of [1280, 768, 360]) {
    // Close the toast from the previous width, because the test could mistake it for the new toast.
    if (width < 1280) await closeToast(page)
    await page.setViewportSize({ width, height: 780 })
    await dialog.getByRole('button', { name: 'Create Loan' }).click()
    await expectToast(page, 'Error', 'Failed to create loan')
    await endAnimations(page)
    await expectClear(page, dialog, ['Close', 'Cancel', 'Create Loan'], width)
    await expect(dialog.getByText('Create a new loan opportunity')).toBeVisible()
    const subtitle = dialog.getByText('Create a new loan opportunity')
    expect(await areDisjoint(openToast(page), subtitle), `subtitle, ${width} px wide`).toBe(true)
  }
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expect(openToast(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('clicking a toast closes only the toast', async ({ lenderPage: page, desk }) => {
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Commit to This Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await page.route('**/api/commitments', (route) => route.fulfill({ status: 418, json: {} }))
  await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expectToast(page, 'Error', 'Failed to create commitment')
  await openToast(page).click()
  await openToast(page).getByRole('button', { name: 'Close' }).click()
  await expect(openToast(page)).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test("a receipt can be dropped on the page, a failed verification is reported, and an oversized file isn't sent", async ({
  page,
}) => {
  await page.goto('/verify')
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['A note'], 'dropped.json'))
    return data
  })
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(verdict(page)).toContainText('Unknown')
  await expect(verdict(page)).toContainText('dropped.json')
  const choose = page.getByLabel('Choose a receipt')
  const file = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
  await page.route('**/api/receipts/verify', (route) => route.abort())
  await choose.setInputFiles(file)
  await expect(verdict(page)).toContainText('Not checked')
  await expect(verdict(page)).toContainText('The server cannot be reached.')
  await choose.setInputFiles({ ...file, buffer: Buffer.alloc(150_001) })
  await expect(verdict(page)).toContainText('This file is too large to be a receipt.')
})
