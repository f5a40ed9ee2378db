import { expect, test } from './support/desk.ts'

test('the landing page and the footer show how to reach the company', async ({
  page,
  desk,
  lender,
}) => {
  const visitor = await desk.openAs(null)
  await visitor.goto('/')
  await page.goto('/dashboard')
  expect(lender.firstName).toBe('Lena')
  for (const [each, place] of [
    [visitor, visitor.locator('body')],
    [page, page.getByRole('contentinfo')],
  ] as const) {
    await expect(place.locator('a[href="mailto:desk@harborline.example"]').first()).toBeVisible()
    await expect(place.locator('a[href^="tel:"]').first()).toBeVisible()
    // A street, a city, a state and a ZIP code.
    await expect(place.getByText(/^\d+ .+, .+, [A-Z]{2} \d{5}$/).first()).toBeVisible()
    await expect(place.getByText('Monday to Friday, 9:00 AM to 6:00 PM EST').first()).toBeVisible()
    for (const href of ['https://www.harborline.example', 'https://network.example/'])
      await expect(place.locator(`a[href^="${href}"]`).first()).toBeVisible()
    await expect(each.getByText(String(new Date().getFullYear())).first()).toBeVisible()
  }
})

test('login and registration list the same features, and link to each other and back', async ({
  page,
}) => {
  for (const [path, act, other] of [
    ['/login', 'signing in', '/register'],
    ['/register', 'creating an account', '/login'],
  ] as const) {
    await page.goto(path)
    const brand = page.getByRole('complementary', { name: /^About / })
    for (const promise of [
      'Flexible funding percentages',
      'Detailed loan and property documentation',
      'Enterprise-grade security',
    ])
      await expect(brand.getByText(promise, { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      `By ${act}, you agree to our Terms of Service and Privacy Policy.`,
    )
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('main').locator(`a[href="${other}"]`)).toBeVisible()
  }
})

test('login and registration open for signed-in users too', async ({ lenderPage: page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible()
})

test('an unknown address is a 404 page for signed-in users too', async ({ lenderPage: page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(/Page Not Found/)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('a page shows Loading... while the current user or the loan loads', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  for (const call of ['**/api/auth/user', `**/api/loans/${loan.id}`]) {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/loans/${loan.id}`)
    await expect(page.getByText('Loading...', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeHidden()
    answer()
    await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
    await page.unroute(call)
  }
})

test('a failed request without a message shows a default message', async ({ page, desk }) => {
  const failed = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  const words = page.locator('li[data-state=open]')
  await page.route('**/api/auth/login', (route) => route.fulfill({ ...failed, status: 418 }))
  await page.route('**/api/auth/register', (route) => route.fulfill({ ...failed, status: 418 }))
  await page.goto('/login')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(words).toContainText('Login failed')
  await expect(words).toContainText('Invalid email or password')

  await page.goto('/register')
  for (const name of ['First name', 'Last name']) await page.getByLabel(name).fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  for (const name of ['Password', 'Confirm password'])
    await page.getByLabel(name, { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(words).toContainText('Registration failed')
  await expect(words).toContainText('An error occurred during registration')
  expect(desk.admin.email).toContain('@')
})

test('a failed sign-out is logged and shows nothing', async ({ desk }) => {
  const page = await desk.openAs(await desk.makeLender())
  await page.goto('/dashboard')
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 418, json: {} }))
  const logged = page.waitForEvent('console', (message) => /log out/.test(message.text()))
  await page.getByRole('button', { name: 'Log Out' }).click()
  expect((await logged).type()).toBe('error')
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeEnabled()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.locator('li[data-state=open]')).toHaveCount(0)
})

test('error toasts have another color than others', async ({ page, desk }) => {
  const lender = await desk.makeLender()
  const toast = page.locator('li[data-state=open]')
  const color = () => toast.evaluate((drawn) => getComputedStyle(drawn).backgroundColor)
  await page.goto('/login')
  await page.getByLabel('Email').fill(lender.email)
  await page.getByLabel('Password', { exact: true }).fill('a wrong one')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(toast).toContainText('Login failed')
  const refusal = await color()
  await page.getByLabel('Password', { exact: true }).fill(lender.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(toast).toContainText('Login successful')
  expect(await color()).not.toBe(refusal)
})
