import { expect, test } from './support/desk.ts'

const retry = 'Retry'

test('a list that could not be fetched can be asked for again', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.route('**/api/loans?*', (route) => route.abort())
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  const card = page.getByRole('alert')
  await expect(card).toContainText('The loans could not be loaded')
  await expect(card).toContainText('The server cannot be reached.')
  await page.unroute('**/api/loans?*')
  await card.getByRole('button', { name: retry }).click()
  await expect(page.getByRole('link', { name: `View ${loan.title}` })).toBeVisible()
  await expect(card).toBeHidden()
})

test("the server's own words are shown when it refuses", async ({ lenderPage: page, desk }) => {
  const loan = await desk.makeLoan()
  const message = 'The database cannot be reached; please try again'
  await page.route(`**/api/loans/${loan.id}`, (route) =>
    route.fulfill({ status: 429, json: { message, code: 'database_away' } }),
  )
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('alert')).toContainText('The loan could not be loaded')
  await expect(page.getByRole('alert')).toContainText(message)
  await page.unroute(`**/api/loans/${loan.id}`)
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
})

test('each part of a page fails for itself', async ({ lenderPage: page, desk }) => {
  const loan = await desk.makeLoan()
  await page.route('**/api/stats', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText('The figures could not be loaded')
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.unroute('**/api/stats')
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByText('Total Available', { exact: true })).toBeVisible()

  await page.route('**/api/documents/**', (route) => route.abort())
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByText('The documents could not be loaded')).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await page.unroute('**/api/documents/**')
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByText('No documents uploaded yet')).toBeVisible()
})

test('who is signed in can be asked for again when nobody answered', async ({
  lenderPage: page,
}) => {
  await page.route('**/api/auth/user', (route) => route.abort())
  await page.goto('/commitments')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await page.unroute('**/api/auth/user')
  await page.getByRole('button', { name: retry }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Commitments' })).toBeVisible()
})

test('while something loads, a word says so', async ({ lenderPage: page, desk }) => {
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
  await page.route('**/api/commitments/me', hold)
  await page.goto('/loans')
  await expect(page.getByText('Loading...').first()).toBeVisible()
  await page.goto('/commitments')
  await expect(page.getByText('Loading commitments...')).toBeVisible()
  answer()
  await expect(page.getByText('Loading commitments...')).toBeHidden()
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await expect(page.getByRole('link', { name: `View ${loan.title}` })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})
