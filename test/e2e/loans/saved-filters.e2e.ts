import { expect, test, testOnPhone, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Saved Filters' })
const open = (page: Page) => page.getByRole('button', { name: 'Saved Filters' }).click()
const saved = (page: Page) => dialog(page).getByRole('list', { name: 'Saved filters' })
const form = (page: Page) => dialog(page).getByRole('form', { name: 'Save current filters' })

testOnPhone(
  'a lender saves, opens, renames, and deletes filters, and is notified of a matching loan',
  async ({ page, desk, lender }) => {
    const place = uniqueTitle('Haven')
    await page.goto('/loans')
    await open(page)
    await expect(dialog(page)).toContainText('No saved filters yet')
    await expect(form(page)).toBeHidden()
    await page.keyboard.press('Escape')

    await page.goto(`/loans?location=${encodeURIComponent(place)}&rateMin=7`)
    await page.getByRole('button', { name: 'Save Filters' }).click()
    await expect(form(page)).toContainText(`In ${place} · Rate at least 7%`)
    await form(page).getByRole('button', { name: 'Save Filters' }).click()
    await expect(form(page).getByRole('alert')).toHaveText('Name is required')
    await form(page).getByLabel('Name').fill('At the water')
    await form(page).getByLabel('Notify me when a loan matches').check()
    await form(page).getByRole('button', { name: 'Save Filters' }).click()
    await expectToast(page, 'Filter saved', 'At the water')
    await expect(saved(page).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Escape')

    const loan = await desk.makeLoan({ propertyAddress: `1 Quay, ${place}` })
    await expect
      .poll(async () =>
        (await lender.call('listNotifications'))
          .filter(({ relatedLoanId }) => relatedLoanId === loan.id)
          .map(({ message }) => message),
      )
      .toEqual([
        `${loan.title}: $2,500,000 at 7.25% for 24 months. Matches your saved filter “At the water”`,
      ])

    await page.goto('/loans?view=grid&sort=-rate')
    await open(page)
    await saved(page).getByRole('link', { name: 'At the water' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article')).toContainText(loan.title)
    await expect(page).toHaveURL(/location=.*rateMin=7.00.*sort=-rate&view=grid/)

    await open(page)
    await saved(page).getByRole('button', { name: 'Rename At the water' }).click()
    await expect(saved(page).getByLabel('New name')).toBeFocused()
    await saved(page).getByLabel('New name').fill('Havens')
    await saved(page).getByRole('button', { name: 'Save' }).click()
    const notify = saved(page).getByRole('checkbox', { name: /^Notify me .* Havens$/ })
    await expect(notify).toBeChecked()
    await notify.uncheck()
    await expect
      .poll(() => lender.call('listSavedFilters'))
      .toMatchObject([{ name: 'Havens', isNotifying: 'false' }])
    await saved(page).getByRole('button', { name: 'Delete Havens' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toContainText('No saved filters yet')
    expect(await lender.call('listSavedFilters')).toEqual([])
  },
)

test("a saved filter with a duplicate name is rejected, and a filter for favorites can't send notifications", async ({
  page,
  lender,
}) => {
  await lender.call('createSavedFilter', { body: { name: 'Mine', favorites: 'true' } })
  await page.goto('/loans?favorites=true&ltvMax=60')
  await open(page)
  const notify = form(page).getByLabel('Notify me when a loan matches')
  await expect(notify).toBeDisabled()
  await expect(notify).toHaveAccessibleDescription(
    "A new loan can't be a favorite, or one that you hold.",
  )
  await expect(saved(page).getByRole('checkbox')).toBeDisabled()
  await form(page).getByLabel('Name').fill('MINE')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Error', 'You already have a saved filter called “MINE”.')
  await expect(form(page).getByLabel('Name')).toHaveValue('MINE')
  expect(await lender.call('listSavedFilters')).toHaveLength(1)
})
