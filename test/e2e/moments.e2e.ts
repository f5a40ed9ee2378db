/** Delays and timeouts in the user interface, measured with a clock controlled by the test. */
import { spec } from '#test/support/requirements.ts'
import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, test, type Page } from './support/desk.ts'
import { expectToast, openToast, openWholeLoan } from './support/screen.ts'

const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 3_600_000)

async function fillIn(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    await page.getByLabel(name, { exact: true }).fill(value)
}

test('the dashboard opens 100 ms after signing in or registering', async ({ page, desk }) => {
  spec('2.3.4', '2.4.3', '9.11')
  const lender = await desk.makeLender()
  await page.clock.install()
  for (const { path, values, button, news } of [
    {
      path: '/login',
      values: { Email: lender.email, Password: lender.password },
      button: 'Log In',
      news: 'Login successful',
    },
    {
      path: '/register',
      values: {
        'First name': 'Ada',
        'Last name': 'Cole',
        Email: `${randomUUID()}@example.com`,
        Password: 'correct horse',
        'Confirm password': 'correct horse',
      },
      button: 'Create Account',
      news: 'Registration successful',
    },
  ]) {
    await page.goto(path)
    await fillIn(page, values)
    await stopClock(page)
    await page.getByRole('button', { name: button }).click()
    await expectToast(page, news)
    await page.clock.runFor(99)
    await expect(page).toHaveURL(path)
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/dashboard')
    await page.clock.resume()
  }
})

test('the login page opens 500 ms after a favorite is rejected because the session has ended', async ({
  page,
  desk,
  lender,
}) => {
  spec('8.6', '9.12')
  const loan = await desk.makeLoan()
  await page.clock.install()
  await openWholeLoan(page, loan)
  const heart = page.getByRole('button', { name: `Favorite ${loan.title}` })
  await expect(heart).toBeEnabled()
  // Stop the clock before signing out. Stopping it later would advance the time, and the tab would open the login page.
  await stopClock(page)
  await lender.call('logout')
  await heart.click()
  await expectToast(page, 'Login Required')
  await page.clock.runFor(499)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await page.clock.runFor(1)
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
})

test('the login page opens 500 ms after a commitment is rejected because the session has ended', async ({
  page,
  desk,
  lender,
}) => {
  spec('8.8', '9.12')
  const loan = await desk.makeLoan()
  await page.clock.install()
  await openWholeLoan(page, loan)
  await page.getByRole('button', { name: 'Commit to This Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog).toContainText('You hold nothing in this loan yet.')
  // Stop the clock before signing out. Stopping it later would advance the time, and the tab would open the login page.
  await stopClock(page)
  await lender.call('logout')
  await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expectToast(page, 'Login Required', 'Please log in to make commitments.')
  await page.clock.runFor(499)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await page.clock.runFor(1)
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
})

test('pages and dialogs appear as soon as their code is loaded', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.clock.install()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await stopClock(page)
  /** Advances the clock only far enough for the 0 ms timers that deliver responses. */
  const isShown = (locator: Locator) =>
    expect(async () => {
      await page.clock.runFor(1)
      await expect(locator).toBeVisible({ timeout: 200 })
    }).toPass({ intervals: [0] })
  const start = await page.evaluate(() => performance.now())
  await page.getByRole('link', { name: 'My Commitments' }).first().click()
  await isShown(page.getByRole('heading', { level: 1, name: 'My Commitments' }))
  await page.getByRole('link', { name: 'Browse Loans' }).first().click()
  const commit = page.getByRole('button', { name: `Commit to ${loan.title}` })
  await isShown(commit)
  await commit.click()
  await isShown(page.getByRole('dialog', { name: 'Commit to Loan' }))
  expect(await page.evaluate(() => performance.now())).toBeLessThan(start + 100)
})

test('a toast closes after 5 seconds', async ({ page }) => {
  spec('9.23')
  await page.clock.install()
  await page.goto('/login')
  await fillIn(page, { Email: 'nobody@example.com', Password: 'wrong' })
  await stopClock(page)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expectToast(page, 'Login failed')
  await page.clock.runFor(4_999)
  await expect(openToast(page)).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(openToast(page)).toHaveCount(0)
})

test('a tooltip opens after 700 ms, or immediately if another tooltip closed less than 300 ms ago', async ({
  lenderPage: page,
}) => {
  spec('9.26')
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(3)
  const one = page.getByRole('button', { name: 'Toggle sidebar' })
  const other = page.getByRole('button', { name: /^Switch to / })
  const tip = page.getByRole('tooltip')
  // The first tooltip takes longer, because it loads the code for all tooltips.
  await one.hover()
  await expect(tip).toHaveCount(1)
  await page.mouse.move(640, 700)
  await expect(tip).toHaveCount(0)
  await stopClock(page)
  await one.hover()
  await page.clock.runFor(699)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tip).toHaveCount(1)

  await page.mouse.move(640, 700)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(299)
  await other.hover()
  await page.clock.runFor(1)
  await expect(tip).toHaveCount(1)

  await page.mouse.move(640, 700)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(301)
  await one.hover()
  await page.clock.runFor(699)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tip).toHaveCount(1)
})

test('the current user is loaded again only after 5 minutes', async ({ lenderPage: page }) => {
  spec('7.7', '9.5')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/user')) asked += 1
  })
  await page.clock.install()
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(asked).toBe(1)
  const go = async (name: string) => {
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await go('Browse Loans')
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.fastForward('04:30')
  await go('My Commitments')
  expect(asked).toBe(1)
  await page.clock.fastForward('01:00')
  expect(asked).toBe(1)
  // The favorite buttons on the cards load the current user.
  await go('Dashboard')
  await expect.poll(() => asked).toBe(2)
})
