import { spec } from '#test/support/requirements.ts'
import { expect, test, testOnPhone } from './support/desk.ts'
import { formatMillions } from '#domain/money.ts'
import { openWhole, sidewaysScroll } from './support/screen.ts'

testOnPhone(
  'the landing page describes the product and links to the login page',
  async ({ page }) => {
    spec('1.1', '1.2', '2.1.1', '6.1')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const point of [
      'Commercial Loans',
      'Flexible Commitments',
      'Comprehensive Due Diligence',
      'Collaborative Platform',
    ])
      await expect(page.getByRole('heading', { name: point })).toBeVisible()
    for (const action of ['Log In', 'Get Started', 'Start Exploring Loans'])
      await expect(page.getByRole('link', { name: action }).first()).toHaveAttribute(
        'href',
        '/login',
      )
    await page.getByRole('link', { name: 'Start Exploring Loans' }).first().click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/')
  },
)

test("the landing page's only script sets the theme, and an unknown URL shows a link to the landing page", async ({
  page,
}) => {
  spec('1.3', '1.4', '1.5', '2.1.11')
  await test.step('the only script on the landing page sets the theme', async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await openWhole(page, '/')
    expect(scripts).toEqual([])
    const inline = await page.locator('script').allTextContents()
    expect(inline).toHaveLength(1)
    expect(inline[0]).toContain('theme')
  })

  await test.step("the landing page shows the company's contact details", async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Commercial real estate financing solutions')
    await expect(page.getByText('Monday to Friday, 9:00 AM to 6:00 PM EST').first()).toBeVisible()
    await expect(page.locator('a[href^="mailto:desk@harborline.example"]').first()).toBeVisible()
    await expect(page.locator('a[href^="tel:"]').first()).toBeVisible()
    await expect(page.locator('a[href="https://www.harborline.example"]').first()).toBeVisible()
    await expect(page.locator('a[href^="https://network.example/"]').first()).toBeVisible()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  })

  await test.step('an unknown URL shows a 404 page with a link to the landing page', async () => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveTitle(/Page Not Found/)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeHidden()
  })
})

test('the landing page shows the current open loans, a receipt, and a link to register', async ({
  page,
  desk,
}) => {
  // Other tests create loans at the same time.
  await expect(async () => {
    const stats = await desk.admin.call('getStats')
    await page.goto('/')
    await expect(page.getByRole('paragraph').filter({ hasText: /^Open today:/ })).toContainText(
      `${stats.activeLoansCount} loans · ${formatMillions(stats.totalLoansAmount)} · `,
      { timeout: 100 },
    )
  }).toPass()
  const types = page.getByRole('region', { name: 'Open today' })
  await expect(types.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('Approval usually comes within a business day.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await page.getByRole('link', { name: 'Check one yourself' }).click()
  await expect(page).toHaveURL('/verify')
})

test('pages that require a session redirect visitors to the login page', async ({ page }) => {
  spec('2.1.5', '2.1.6', '2.1.7', '2.1.8', '2.1.9', '4.1', '7.4')
  spec('7.7')
  const inner = ['/dashboard', '/loans', '/loans/any', '/commitments', '/profile', '/admin']
  for (const path of inner) {
    await page.goto(path)
    await expect(page).toHaveURL(path === '/dashboard' ? '/login' : `/login?to=${path}`)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  }
})

test('the login and registration pages list the same features and link to each other and the legal pages', async ({
  page,
}) => {
  spec('1.6', '2.3.1', '2.3.2', '2.3.3', '2.4.2')
  await test.step('the login and registration pages show the same features and the same links', async () => {
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

  await test.step('the login and registration pages open the terms of service and the privacy policy', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page).toHaveURL('/terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
    await page.goto('/register')
    await page.getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page).toHaveURL('/privacy')
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
    await page.getByRole('link', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/register')
  })
})
