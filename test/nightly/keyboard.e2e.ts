import { enter, expect, test } from '#test/e2e/support/desk.ts'
import { tabTo } from '#test/e2e/support/screen.ts'
import { shownSecret } from '#test/e2e/support/two-factor.ts'
import { currentCode } from '#test/support/second-factor.ts'

test('two-factor sign-in can be set up using only the keyboard', async ({ page, lender }) => {
  await page.goto('/profile')
  await tabTo(page, 'button', 'Set Up')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' })
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type(lender.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  const secret = await shownSecret(dialog)
  await page.keyboard.type(currentCode(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes).toBeVisible()
  await tabTo(page, 'button', "I've Saved Them")
  await page.keyboard.press('Enter')
  await expect(codes).toBeHidden()
  // The page itself has focus, because the button that opened the dialog has been removed.
  await tabTo(page, 'button', 'New Recovery Codes')
})

test('an audit entry can be found, opened, and closed using only the keyboard', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await enter(page.context(), desk.admin)
  await page.goto('/admin/audit')
  await tabTo(page, 'searchbox', 'Loan')
  await page.keyboard.type(loan.title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await tabTo(page, 'button', /^Loan created/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Loan created' })
  await expect(dialog).toContainText(loan.title)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Loan created/ })).toBeFocused()
})
