import { spec } from '#test/support/requirements.ts'
import { expect, test } from './support/desk.ts'

test("the landing page and footer show the company's contact details", async ({
  page,
  desk,
  lender,
}) => {
  spec('1.3', '2.2.10', '9.28')
  const visitor = await desk.openAs(null)
  await visitor.goto('/')
  await page.goto('/dashboard')
  expect(lender.firstName).toBe('Lena')
  for (const place of [visitor.locator('body'), page.getByRole('contentinfo')]) {
    await expect(place.locator('a[href="mailto:desk@harborline.example"]').first()).toBeVisible()
    await expect(place.locator('a[href^="tel:"]').first()).toBeVisible()
    await expect(place.getByText(/^\d+ .+, .+, [A-Z]{2} \d{5}$/).first()).toBeVisible()
    await expect(place.getByText('Monday to Friday, 9:00 AM to 6:00 PM EST').first()).toBeVisible()
    for (const href of ['https://www.harborline.example', 'https://network.example/'])
      await expect(place.locator(`a[href^="${href}"]`).first()).toBeVisible()
    await expect(place.getByText(String(new Date().getFullYear())).first()).toBeVisible()
  }
})

test('a signed-in user can open the login, registration, and 404 pages, and sees Loading... while pages load', async ({
  lenderPage: page,
  desk,
}) => {
  spec('2.1.3', '2.1.4', '2.1.11', '2.1.12', '2.10.16')
  await test.step('a signed-in user opens the login and registration pages', async () => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await page.goto('/register')
    await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible()
  })

  await test.step('a signed-in user opens the 404 page', async () => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveTitle(/Page Not Found/)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })

  await test.step('a page shows Loading... while the current user or loan loads', async () => {
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
})

test('a sign-out that fails is logged without showing a message', async ({ desk }) => {
  spec('8.23')
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

test('a failed request without a message shows a default message, and error toasts have a different color', async ({
  page,
  desk,
}) => {
  spec('8.3', '8.5', '8.39')
  await test.step('error toasts have a different color than other toasts', async () => {
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

  await test.step('a failed request without a message from the server shows a default message', async () => {
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
  })
})
