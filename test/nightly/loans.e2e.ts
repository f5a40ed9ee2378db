import {
  box,
  columns,
  comparison,
  list,
  makeLoans,
  row,
  selected,
} from '#test/e2e/support/compare.ts'
import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { hold, expectToast } from '#test/e2e/support/screen.ts'
import { openPanel } from '#test/e2e/support/panel.ts'
import { openSampleLoan } from '#test/e2e/support/sample-loan.ts'

const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

const panel = (page: Page) => page.getByRole('dialog', { name: 'Filters' })

test('loans can be selected even if the code for comparing them fails to download', async ({
  desk,
}) => {
  const { mark, loans } = await makeLoans(desk, 2)
  const page = await desk.openAs(await desk.makeLender())
  await page.goto(list(mark))
  await expect(page.getByRole('list', { name: 'Active Filters' })).toBeAttached()
  await expect(page.getByLabel('Rate at least (%)')).toBeVisible()
  await expect(page.getByLabel('Sort by')).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort())
  for (const { title } of loans) await box(page, title).check()
  await selected(page, '2 of 4 loans selected')
  await expect(page.getByRole('link', { name: 'Compare', exact: true })).toBeVisible()
})

test('the comparison reports missing or invalid loans, and loading it can be retried after a failure', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const gone = { id: '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c' }
  await page.goto(`${comparison([loan, gone])},x,${loan.id.toUpperCase()}`)
  await expect(page.getByText('One loan is no longer available.')).toBeVisible()
  await expect(columns(page)).toHaveCount(1)
  await page.goto('/loans/compare?ids=x')
  await expect(page.getByText('No loans selected')).toBeVisible()
  await page.route('**/api/loans/*', (route) => route.abort())
  await page.goto(comparison([loan]))
  await expect(page.getByText("The loans couldn't be loaded")).toBeVisible()
  await page.unroute('**/api/loans/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(columns(page)).toHaveCount(1)

  await expect(page.getByText("What you hold couldn't be loaded.")).toBeHidden()
  await page.route('**/api/commitments/me?*', (route) => route.abort())
  await page.goto(comparison([loan]))
  await expect(page.getByText("What you hold couldn't be loaded.")).toBeVisible()
  await expect(row(page, 'You hold, soft').getByRole('cell')).toHaveText('Not loaded')
  await page.unroute('**/api/commitments/me?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, 'You hold, soft').getByRole('cell')).toHaveText('–None')
})

test('the publication checklist reloads when the draft changes', async ({ page, desk }) => {
  const draft = await desk.makeLoan({ isDraft: 'true' })
  await openPanel(page, desk.admin, draft.title)
  await page.getByRole('button', { name: `Publish ${draft.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Loan' })
  await expect(dialog.getByRole('list', { name: 'Check List' })).toBeVisible()
  await desk.admin.call('updateLoan', { params: { id: draft.id }, body: { term: 36 } })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('This loan changed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Look Again' }).click()
  await expect(dialog.getByText(/36 months/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Loan published', draft.title)
})

test('in a narrow window, filters open in a panel that keeps unapplied changes', async ({
  lenderPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/loans')
  await filters(page).press('Enter')
  await expect(panel(page).getByLabel('LTV at most')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(filters(page)).toBeFocused()
  await filters(page).click()
  await panel(page).getByLabel('LTV at most').fill('low')
  await panel(page).getByLabel('Size from').fill('5k')
  await panel(page).getByLabel('Size to').fill('4K')
  await panel(page).getByRole('button', { name: 'Show Loans' }).click()
  await expect(panel(page).getByRole('alert')).toHaveText([
    'Enter a number from 0 to 999.99.',
    'Enter at least the amount on the left.',
  ])
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL('/loans')
  await filters(page).click()
  await expect(panel(page).getByLabel('LTV at most')).toHaveValue('low')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByLabel('LTV at most')).toHaveValue('low')
})

test("clicking a loan's picture opens the photos without reloading or repainting the picture", async ({
  page,
  lender,
}) => {
  const answer = await hold(page, '**/api/photos/loan/*')
  await openSampleLoan(page, lender)
  const image = page.getByRole('region', { name: 'Loan Details' }).locator('img')
  await expect(image).toHaveJSProperty('complete', true)
  const first = await image.elementHandle()
  answer()
  await expect(page.getByRole('button', { name: /^Photo 1 of/ })).toBeVisible()
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true)
})
