import { spec } from '#test/support/requirements.ts'
import { expect, test } from './support/desk.ts'
import { expectToast } from './support/screen.ts'

const retry = 'Retry'

test("after lists, loans, or the current user fail to load, the server's message appears and loading can be retried", async ({
  lenderPage: page,
  desk,
}) => {
  spec('7.4', '8.42')
  const loan = await desk.makeLoan()
  await test.step('loading a list can be retried after a failure', async () => {
    await page.route('**/api/loans?*', (route) => route.abort())
    await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
    const card = page.getByRole('alert')
    await expect(card).toContainText("The loans couldn't be loaded")
    await expect(card).toContainText('The server cannot be reached.')
    await page.unroute('**/api/loans?*')
    await card.getByRole('button', { name: retry }).click()
    await expect(page.getByRole('link', { name: `View ${loan.title}` })).toBeVisible()
    await expect(card).toBeHidden()
  })

  await test.step("a rejected request shows the server's message", async () => {
    const message = "The database can't be reached. Try again in a moment."
    await page.route(`**/api/loans/${loan.id}`, (route) =>
      route.fulfill({ status: 429, json: { message, code: 'database_away' } }),
    )
    await page.goto(`/loans/${loan.id}`)
    await expect(page.getByRole('alert')).toContainText("The loan couldn't be loaded")
    await expect(page.getByRole('alert')).toContainText(message)
    await page.unroute(`**/api/loans/${loan.id}`)
    await page.getByRole('button', { name: retry }).click()
    await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  })

  await test.step('loading the current user can be retried after a failure', async () => {
    await page.route('**/api/auth/user', (route) => route.abort())
    await page.goto('/commitments')
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await page.unroute('**/api/auth/user')
    await page.getByRole('button', { name: retry }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Commitments' })).toBeVisible()
  })
})

test("a failure in one section of a page doesn't affect the other sections", async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.route('**/api/stats', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText("The figures couldn't be loaded")
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.unroute('**/api/stats')
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByText('Total Available', { exact: true })).toBeVisible()

  await page.route('**/api/documents/**', (route) => route.abort())
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByText("The documents couldn't be loaded")).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await page.unroute('**/api/documents/**')
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByText('No documents uploaded yet')).toBeVisible()
})

test('a page whose code fails to download shows a connection error', async ({ desk }) => {
  spec('8.43')
  const page = await desk.openAs(desk.admin)
  await page.route('**/assets/BrowseLoansPage-*.js', (route) => route.abort())
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Browse Loans' }).first().click()
  const card = page.getByRole('alert')
  await expect(card).toContainText("This page couldn't be shown")
  await expect(card).toContainText('Check your connection')
  await page.unroute('**/assets/BrowseLoansPage-*.js')
  await card.getByRole('button', { name: 'Reload Page' }).click()
  await expect(page.getByRole('heading', { name: 'Browse Loans' })).toBeVisible()
})

test('a dialog whose code fails to download leaves the page working and opens on a retry', async ({
  desk,
}) => {
  const [lender, loan] = await Promise.all([desk.makeLender(), desk.makeLoan()])
  const page = await desk.openAs(lender)
  const commit = page.getByRole('button', { name: /^Commit to/ })
  const question = page.getByPlaceholder('Ask a question about this loan...')
  await page.goto(`/loans/${loan.id}`)
  await question.fill('Is the roof new?')
  await page.route('**/assets/CommitDialog-*.js', (route) => route.abort())
  await commit.click()
  await expectToast(page, "Couldn't open this", 'Check your connection')
  await expect(question).toHaveValue('Is the roof new?')
  await page.unroute('**/assets/CommitDialog-*.js')
  await commit.click()
  await expect(page.getByRole('dialog', { name: 'Commit to Loan' })).toBeVisible()
})

test('each page shows a message while it loads', async ({ lenderPage: page, desk }) => {
  spec('2.8.11', '2.9.7')
  const loan = await desk.makeLoan()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const hold = async (route: { continue: () => Promise<void> }) => {
    await held
    await route.continue()
  }
  await page.route('**/api/loans?*', hold)
  await page.route('**/api/commitments/me?*', hold)
  await page.goto('/loans')
  await expect(page.getByText('Loading...').first()).toBeVisible()
  await page.goto('/commitments')
  await expect(page.getByText('Loading commitments...')).toBeVisible()
  answer()
  await expect(page.getByText('Loading commitments...')).toBeHidden()
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await expect(page.getByRole('link', { name: `View ${loan.title}` })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)

  const placeOfResults = async () => (await page.getByRole('table').boundingBox())?.y
  const before = await placeOfResults()
  const filtered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/loans?*', async (route) => {
    await filtered
    await route.continue()
  })
  await page.getByLabel('Search loans').fill(loan.title.slice(0, -1))
  await expect(page.getByText('Loading...')).toBeVisible()
  expect(await placeOfResults()).toBe(before)
  answer()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})
