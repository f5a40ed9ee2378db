import { expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'
import { createLoan, openForm, openPanel } from '#test/e2e/support/panel.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })

const pressEscapeOnFocus = (page: Page, button: string) =>
  page.evaluate((text) => {
    document.addEventListener('focusin', function press({ target }) {
      if (!(target instanceof HTMLButtonElement) || target.textContent !== text) return
      document.removeEventListener('focusin', press)
      document.body.setAttribute('data-pressed', text)
      const escape = { key: 'Escape', bubbles: true, cancelable: true }
      target.dispatchEvent(new KeyboardEvent('keydown', escape))
    })
  }, button)

test('a loan is created with the keyboard, and the form asks for confirmation before it closes and is disabled during a save', async ({
  page,
  desk,
}) => {
  spec('2.12.20', '2.12.23')
  await test.step('closing an edited form asks for confirmation', async () => {
    await openPanel(page, desk.admin)
    const opener = page.getByRole('button', { name: createLoan })
    const dialog = await openForm(page, createLoan)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()

    await openForm(page, createLoan)
    await dialog.getByLabel('Loan Title').fill('Harbor Point')
    await page.keyboard.press('Escape')
    await expect(question(page).getByRole('button', { name: 'Keep Editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(dialog.getByLabel('Loan Title')).toHaveValue('Harbor Point')
    await expect(dialog.getByLabel('Loan Title')).toBeFocused()
    await pressEscapeOnFocus(page, 'Keep Editing')
    await page.keyboard.press('Escape')
    await expect(page.locator('body')).toHaveAttribute('data-pressed', 'Keep Editing')
    await expect(question(page)).toBeHidden()
    await expect(dialog.getByLabel('Loan Title')).toHaveValue('Harbor Point')
    await expect(dialog.getByLabel('Loan Title')).toBeFocused()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question(page).getByRole('button', { name: 'Keep Editing' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(question(page)).toBeHidden()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('a loan is created using only the keyboard', async () => {
    const title = uniqueTitle()
    await page.getByRole('button', { name: createLoan }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Loan Title')).toBeFocused()
    await page.keyboard.type(title)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Pier Four LLC')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2500000')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7.2')
    await page.keyboard.press('ArrowUp')
    // Enter must not submit the form, because creating a loan notifies every lender.
    await page.keyboard.press('Enter')
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create Loan' })
    await expect(
      page.getByText(/^Create Loan publishes it and notifies \d+ lenders? /),
    ).toBeVisible()
    const isReached = () => create.evaluate((button) => button === document.activeElement)
    while (!(await isReached())) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Loan created successfully')
    const [loan] = await desk.admin.call('listLoans', { query: { search: title } })
    expect(loan).toMatchObject({ amount: '2500000.00', interestRate: '7.21', term: 12 })
  })

  await test.step('the buttons are disabled and the dialog stays open while a loan is being saved', async () => {
    const loan = await desk.makeLoan()
    await openPanel(page, desk.admin, loan.title)
    const dialog = await openForm(page, `Edit ${loan.title}`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/loans/${loan.id}`, async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByLabel('Summary').fill('Nearly closed.')
    await dialog.getByRole('button', { name: 'Update Loan' }).click()
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(dialog).toBeVisible()
    answer()
    await expectToast(page, 'Loan updated successfully')
  })
})
