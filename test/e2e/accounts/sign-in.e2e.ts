import { expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { expectToast, submitLogin } from '#test/e2e/support/screen.ts'
import { security, spec } from '#test/support/requirements.ts'

test('the login form shows errors for wrong input, and the correct password opens the dashboard', async ({
  page,
  desk,
}) => {
  spec('1.8', '2.1.3', '2.3.1', '2.5.6', '3.17', '4.2', '4.19')
  spec('5.1.1', '5.1.2', '7.9', '8.2', '8.26')
  security('6.2.6')
  await page.goto('/login')
  await test.step('an empty login form shows which fields are missing', async () => {
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(
      page.getByText('Please enter a valid email address', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  })

  await test.step('the password can be shown and hidden', async () => {
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('secret words')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  await test.step('an unknown email address shows the same error as a wrong password', async () => {
    await submitLogin(page, 'nobody@example.com', 'a wrong one')
    await expectToast(page, 'Login failed', 'Invalid email or password')
  })

  await test.step('a wrong password shows an error, and the correct password signs the user in', async () => {
    const lender = await desk.makeLender({ firstName: 'Ada', lastName: 'Cole' })
    // The toast for the previous attempt has the same message, so wait for the response.
    const refused = page.waitForResponse('**/api/auth/login')
    await submitLogin(page, lender.email, 'a wrong one')
    await refused
    await expectToast(page, 'Login failed', 'Invalid email or password')
    await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
    await expect(page).toHaveURL('/login')

    await submitLogin(page, lender.email, lender.password)
    await expectToast(page, 'Login successful', 'Welcome back to Harborline Capital')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Featured Opportunities' })).toBeVisible()
  })
})

test('the paths / and /dashboard show the dashboard with four figures and three loans', async ({
  page,
  lender,
}) => {
  spec('2.1.2', '2.1.5', '2.5.1', '2.5.2', '2.5.3', '2.5.4', '2.5.5')
  spec('2.5.6', '9.10')
  for (const path of ['/', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    const stats = await lender.call('getStats')
    const figures = page.getByRole('region', { name: 'Platform figures' })
    for (const text of [
      'Total Available',
      'Active Loans',
      'Currently funding',
      'Active Lenders',
      'Participating',
      'Platform Activity',
      'Total opportunities',
    ])
      await expect(figures.getByText(text, { exact: true })).toBeVisible()
    // Other tests add loans at the same time, so only the figures' format can be checked.
    expect(stats.totalLoansCount).toBeGreaterThan(20)
    await expect(figures.getByText(/^\$[\d,]+\.\dM$/)).toBeVisible()
    await expect(figures.getByText(/^\d+ active loans$/)).toBeVisible()
    // The space before the dot is included, because Playwright doesn't normalize whitespace for regular expressions.
    await expect(figures.getByText(/^ · \$[\d,]+(\.\dM)? left$/)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
  }
})

testOnPhone('signing out ends the session and opens the landing page', async ({ page, lender }) => {
  spec('2.2.7', '4.20')
  security('7.4.4')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  expect(await lender.refusal('getCurrentUser')).toContain('401')
})
