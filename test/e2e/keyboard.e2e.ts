import { tabTo, expectReceipt } from '#test/e2e/support/screen.ts'
import { expect, test } from './support/desk.ts'

test('a lender signs in, finds a loan, and commits using only the keyboard', async ({
  page,
  desk,
}) => {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(lender.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(lender.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await tabTo(page, 'link', 'Browse Loans')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/loans')
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Loans' })).toBeFocused()
  await tabTo(page, 'searchbox', 'Search loans')
  await page.keyboard.type(loan.title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await tabTo(page, 'button', `Commit to ${loan.title}`)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog).toBeVisible()
  const binding = dialog.getByRole('radio', { name: 'Binding' })
  await expect(binding).toBeFocused()
  await expect(binding).toHaveAccessibleDescription("Final. You can't change or withdraw it.")
  await page.keyboard.press('Tab')
  const soft = dialog.getByRole('checkbox', { name: 'Soft Commit' })
  await expect(soft).toBeFocused()
  await page.keyboard.press('Space')
  await expect(soft).toBeChecked()
  await expect(binding).not.toBeChecked()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(binding).toBeChecked()
  await expect(soft).not.toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('link', { name: 'How soft and binding differ' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('spinbutton')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Amount', { exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('PageUp')
  await expect(dialog.getByRole('spinbutton')).toHaveValue('20')
  await tabTo(page, 'button', 'Confirm Commitment')
  await page.keyboard.press('Enter')
  await expectReceipt(page, '$500,000.00', '20% of')
  // The Enter key is still pressed and must not close the receipt.
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Done')
  await page.keyboard.press('Enter')
  await expect(receipt).toBeHidden()
  await expect(page.getByRole('button', { name: `Commit to ${loan.title}` })).toBeFocused()
})

test('the first press of Tab focuses the link that skips the navigation, tabs show keyboard focus, and dialogs trap focus', async ({
  lenderPage: page,
  desk,
}) => {
  await test.step('the first Tab stop is a link that skips the navigation', async () => {
    await page.goto('/loans')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to main content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tab', { name: 'Table View' })).toBeFocused()
  })

  await test.step('a tab shows the focus ring after keyboard use but not after a click', async () => {
    const [table, grid] = ['Table View', 'Grid View'].map((name) => page.getByRole('tab', { name }))
    if (!table || !grid) throw new Error('There are two tabs')
    await grid.click()
    await expect(grid).toHaveAttribute('aria-selected', 'true')
    await expect(grid).toBeFocused()
    await expect(grid).toHaveCSS('outline-style', 'none')
    await page.keyboard.press('ArrowLeft')
    await expect(table).toHaveAttribute('aria-selected', 'true')
    await expect(table).toHaveCSS('outline-style', 'solid')
    await grid.click()
    await expect(grid).toHaveCSS('outline-style', 'none')
    await page.goBack()
    await expect(table).toHaveAttribute('aria-selected', 'true')
    await grid.click()
    await expect(grid).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a dialog traps focus', async () => {
    const loan = await desk.makeLoan()
    await page.goto(`/loans/${loan.id}`)
    await page.getByRole('button', { name: 'Commit to This Loan' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
    await expect(dialog).toBeVisible()
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      expect(
        await dialog.evaluate((element) => element.contains(document.activeElement)),
        `after ${presses + 1} times Tab`,
      ).toBe(true)
    }
  })
})
