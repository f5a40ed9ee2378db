import { expect, test } from '#test/e2e/support/desk.ts'
import { makeAdmin, openPanel } from '#test/e2e/support/panel.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

test("the deletion dialog counts the loan's contents, which are deleted with the loan", async ({
  page,
  desk,
}) => {
  spec('1.15', '2.11.9', '8.32')
  const loan = await desk.makeLoan({ amount: '1000000' })
  const lender = await desk.makeLender()
  await desk.makeCommitment(lender, loan, { percentage: '30' })
  await desk.makeCommitment(lender, loan, { percentage: '10', isSoftCommit: 'true' })
  await lender.call('createMessage', { body: { loanId: loan.id, message: 'Is it let?' } })
  await openPanel(page, desk.admin, loan.title)
  const opener = page.getByRole('button', { name: `Delete ${loan.title}` })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(dialog).toHaveAccessibleDescription(
    'This action cannot be undone. This will permanently delete the loan and all associated data.',
  )
  await expect(dialog).toContainText(loan.title)
  await expect(dialog.getByRole('term')).toHaveText([
    'Binding commitments',
    'Soft commitments',
    'Documents',
    'Photos',
    'Messages',
  ])
  await expect(dialog.getByRole('definition')).toHaveText(['1 ($300,000.00)', '1', '0', '0', '1'])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  const typed = dialog.getByLabel("Type the loan's title to delete it")
  await typed.fill(loan.title.slice(0, -1))
  await expect(remove).toBeDisabled()
  await typed.fill(loan.title)
  await remove.click()
  await expectToast(page, 'Loan deleted successfully', loan.title)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No loan matches your search.')).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  expect(await desk.admin.call('listLoans', { query: { search: loan.title } })).toEqual([])
  expect(await lender.call('listOwnCommitments')).toEqual([])
})

test('the deletion must be confirmed again if the loan changes after its contents are counted', async ({
  page,
  desk,
}) => {
  spec('8.16')
  const loan = await desk.makeLoan()
  const jordan = await makeAdmin(desk, { firstName: 'Jordan', lastName: 'Lee' })
  const change = (body: object) => jordan.call('updateLoan', { params: { id: loan.id }, body })
  await openPanel(page, desk.admin, loan.title)
  await page.getByRole('button', { name: `Delete ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Delete' })
  const look = dialog.getByRole('button', { name: 'Look Again' })
  await expect(remove).toBeEnabled()

  const title = `${loan.title}, Second Phase`
  await change({ title })
  await remove.click()
  await expectToast(
    page,
    'Error',
    /^Error.*Failed to delete loan\. Jordan Lee changed this loan's title/s,
  )
  await expect(dialog.getByRole('alert')).toContainText("Jordan Lee changed this loan's title")
  await expect(remove).toBeDisabled()
  await expect(look).toBeFocused()
  await look.click()
  await expect(dialog).toContainText(title)
  await expect(remove).toBeEnabled()

  await desk.makeCommitment(await desk.makeLender(), loan)
  await remove.click()
  await expect(dialog.getByRole('alert')).toContainText('of this loan is binding now, not $0.00')
  await look.click()
  await dialog.getByLabel("Type the loan's title to delete it").fill(title)

  await change({ status: 'funded' })
  await remove.click()
  await look.click()
  await expect(dialog.getByRole('alert')).toHaveText("A funded loan can't be deleted.")
  await expect(remove).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Delete ${title}` })).toBeDisabled()
  expect(await desk.admin.call('getLoan', { params: { id: loan.id } })).toMatchObject({ title })
})

test("a loan can't be deleted if its contents can't be counted", async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  await openPanel(page, desk.admin, loan.title)
  await page.route('**/contents', (route) => route.abort())
  await page.getByRole('button', { name: `Delete ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('What goes with it could not be counted')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await page.unroute('**/contents')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()
})
