/** The administrator panel's columns and counts, and its messages for empty lists and errors. */
import type { UploadKind } from '#domain/documents/files.ts'
import { spec } from '#test/support/requirements.ts'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { uploadBytes } from '#test/support/uploading.ts'
import { enter, expect, test, type Page } from './support/desk.ts'
import { openPanel } from './support/panel.ts'
import { expectToast } from './support/screen.ts'
import { openTab, openUpload, register, selectLoan, uploadAndWait } from './support/uploads.ts'

/** Returns the tab's main table, which is the first table. The second table lists invitations. */
const columns = (page: Page) =>
  page.getByRole('tabpanel').getByRole('table').first().getByRole('columnheader')
const cells = (page: Page, text: string) =>
  page.getByRole('row').filter({ hasText: text }).getByRole('cell')

test('the loan, user, pending user, and document tables show their columns', async ({
  page,
  desk,
}) => {
  spec('2.11.6', '2.11.10', '2.11.11', '2.11.26', '2.11.29')
  await test.step('the loan table shows its columns', async () => {
    const loan = await desk.makeLoan()
    await openPanel(page, desk.admin, loan.title)
    const names = ['Title', 'Borrower', 'Amount', 'Property Type', 'Status', 'Actions']
    await expect(columns(page)).toHaveText(names)
    await expect(cells(page, loan.title)).toHaveText([
      loan.title,
      'Pier Four LLC',
      '$2,500,0000% · $2.5M left',
      'Industrial',
      'Open',
      /Edit.*Delete/,
    ])
  })

  await test.step('the user table shows its columns for lenders and administrators', async () => {
    const lender = await desk.makeLender()
    await page.getByRole('tab', { name: 'Manage Users' }).click()
    await expect(page.getByRole('heading', { name: 'Platform Users' })).toBeVisible()
    await expect(columns(page)).toHaveText(['Name', 'Email', 'Username', 'Role', 'Actions'])
    for (const [person, role] of [
      [lender, 'Lender'],
      [desk.admin, 'Admin'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search users' }).fill(person.email)
      const row = cells(page, person.email)
      await expect(row.nth(0)).toContainText(person.firstName)
      await expect(row.nth(1).getByText(person.email, { exact: true })).toBeVisible()
      await expect(row.nth(2)).toHaveText(person.email.split('@')[0] ?? '')
      await expect(row.nth(3)).toHaveText(role)
      await expect(row.nth(4)).toContainText(/Edit.*Delete/)
    }
  })

  await test.step('the pending user table shows its columns', async () => {
    const pending = await desk.makePending({ firstName: 'Ida', lastName: 'Quist' })
    await page.getByRole('tab', { name: 'Pending Approvals' }).click()
    await expect(columns(page)).toHaveText(['Name', 'Email', 'Registered', 'Actions'])
    const row = cells(page, pending.email)
    await expect(row.nth(0)).toContainText('Ida Quist')
    await expect(row.nth(1)).toContainText(pending.email)
    await expect(row.nth(2)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}without an invitation$/)
    await expect(row.nth(3)).toHaveText('ApproveReject')
  })

  await test.step('the document table shows its columns, with placeholders for unknown values', async () => {
    const loan = await desk.makeLoan()
    await register(desk, 'document', loan.id, 'Memo')
    const row = { uploadedAt: '2025-01-05T15:04:00Z', fileUrl: 'documents/1' }
    await page.route(`**/api/documents/loan/${loan.id}`, (route) =>
      route.fulfill({
        json: [
          { ...row, id: '1', loanId: loan.id, filename: 'Memo', fileType: 'application/pdf' },
          { ...row, id: '2', loanId: 'another', filename: 'Stray', fileType: 'nonsense' },
          { ...row, id: '3', loanId: loan.id, filename: 'Untyped', fileType: null },
          {
            ...row,
            id: '4',
            loanId: loan.id,
            filename: 'Odd',
            fileType: '__proto__',
            fileUrl: null,
          },
        ],
      }),
    )
    await openTab(page, desk, 'document')
    await expect(page.getByRole('heading', { name: 'Document Management' })).toBeVisible()
    await expect(columns(page)).toHaveText(['Name', 'Loan', 'Type', 'Uploaded', 'Actions'])
    const day = 'Jan 5, 2025'
    await expect(cells(page, 'Stray').nth(1)).toHaveText('Unknown')
    await expect(cells(page, 'Stray').nth(2)).toHaveText('FILE')
    await expect(cells(page, 'Memo').nth(1)).toHaveText(loan.title)
    await expect(cells(page, 'Memo').nth(2)).toHaveText('PDF')
    await expect(cells(page, 'Memo').nth(3)).toHaveText(day)
    await expect(cells(page, 'Memo').nth(4)).toContainText('View')
    await expect(cells(page, 'Untyped').nth(2)).toHaveText('FILE')
    await expect(cells(page, 'Odd').nth(2)).toHaveText('FILE')
    await expect(cells(page, 'Odd').nth(4)).toContainText('No file')
  })
})

test('each empty tab of the administrator panel shows a message', async ({ page, desk }) => {
  spec('2.11.12', '2.11.17', '2.11.20', '2.11.25', '2.11.30')
  const empty = (path: string) => page.route(path, (route) => route.fulfill({ json: [] }))
  for (const path of ['admin/loans/with-files?*', 'notifications?*', 'notifications'])
    await empty(`**/api/${path}`)
  await empty('**/api/admin/users/pending*')
  await openPanel(page, desk.admin)
  for (const [tab, heading, words] of [
    ['Documents', 'Document Management', 'No documents uploaded yet'],
    ['Photos', 'Photo Gallery', 'No photos uploaded yet'],
    ['Notifications', 'Activity Notifications', 'No notifications yet'],
    ['Pending Approvals', 'Pending Approvals', 'No pending user approvals'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

test('a failed approval, deletion, or photo save shows a message', async ({ page, desk }) => {
  spec('5.7.1', '5.7.2', '8.17', '8.19', '8.21')
  await test.step('an approval that fails shows a message', async () => {
    const pending = await desk.makePending({ firstName: 'Ida', lastName: 'Quist' })
    await enter(page.context(), desk.admin)
    await page.goto('/admin?tab=pending')
    await page.route('**/approve', (route) => route.abort())
    await page
      .getByRole('row')
      .filter({ hasText: pending.email })
      .getByRole('button', { name: /^Approve / })
      .click()
    await expectToast(page, 'Error', 'Failed to approve user')
    expect(await pending.call('getCurrentUser')).toMatchObject({ isApproved: 'false' })
  })

  await test.step('a deletion or photo save that fails shows a message', async () => {
    const loan = await desk.makeLoan()
    const fileUrl = await uploadBytes(desk.admin, 'photo', await pictureFile('png'))
    await desk.admin.call('createPhoto', {
      body: { loanId: loan.id, filename: 'Roof.png', fileUrl },
    })
    await openTab(page, desk, 'photo')
    await page.route('**/api/photos/*', (route) => route.abort())
    const photo = page.getByRole('listitem').filter({ hasText: loan.title })
    await photo.getByRole('button', { name: 'Delete Roof.png' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Error', 'Failed to delete photo. Please try again.')
    await page.unroute('**/api/photos/*')

    const dialog = await openUpload(page, desk, 'photo')
    const buffer = await pictureFile('png')
    await uploadAndWait(dialog, { name: 'Yard.png', mimeType: 'image/png', buffer })
    const submit = dialog.getByRole('button', { name: 'Save Photo' })
    await submit.click()
    await expect(dialog.getByText('Please select a loan')).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Loan' })).toBeFocused()
    await dialog.getByLabel('Filename').fill('')
    await submit.click()
    await expect(dialog.getByLabel('Filename')).toHaveAccessibleDescription('Filename is required')
    await dialog.getByLabel('Filename').fill('Yard.png')
    await selectLoan(dialog, loan)
    await page.route('**/api/photos', (route) => route.abort())
    await submit.click()
    await expect(dialog.getByLabel('Filename')).toHaveAccessibleDescription(/^Failed to save photo/)
  })
})

test("a form can't be submitted twice while it is being saved, and is empty when it opens again", async ({
  page,
  desk,
}) => {
  spec('2.13.4', '2.13.5')
  const loan = await desk.makeLoan()
  for (const kind of ['document', 'photo'] satisfies UploadKind[]) {
    const dialog = await openUpload(page, desk, kind)
    const isPhoto = kind === 'photo'
    await uploadAndWait(dialog, {
      name: isPhoto ? 'Yard.png' : 'Memo.pdf',
      mimeType: isPhoto ? 'image/png' : 'application/pdf',
      buffer: isPhoto ? await pictureFile('png') : pdfFile(),
    })
    await selectLoan(dialog, loan)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/${kind}s`, async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: `Save ${isPhoto ? 'Photo' : 'Document'}` }).click()
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    answer()
    await expectToast(page, `${isPhoto ? 'Photo' : 'Document'} uploaded successfully`)
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: `Upload ${isPhoto ? 'Photo' : 'Document'}` }).click()
    await expect(dialog.getByLabel('Filename')).toHaveValue('')
    await expect(dialog.getByRole('combobox', { name: 'Loan' })).toHaveValue('')
  }
})
