import { security, spec } from '#test/support/requirements.ts'
import { expect, test, type Page } from './support/desk.ts'

const sidebar = (page: Page) => page.locator('aside').first()
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation' })

test('the sidebar collapses with its button or with Ctrl or Cmd + B and stays collapsed', async ({
  lenderPage: page,
}) => {
  spec('2.2.6', '4.4', '9.2', '9.4')
  security('14.3.3')
  await page.goto('/dashboard')
  await expect(sidebar(page)).toHaveCSS('width', '256px')
  const size = (width: number) => page.setViewportSize({ width, height: 800 })
  await size(1099)
  await expect(sidebar(page)).toHaveCSS('width', '48px')
  await size(1100)
  await expect(sidebar(page)).toHaveCSS('width', '256px')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await toggle.click()
  await expect(sidebar(page)).toHaveCSS('width', '48px')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  const daysKept = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(daysKept).toBeGreaterThan(6.9)
  expect(daysKept).toBeLessThanOrEqual(7.01)
  await page.reload()
  await expect(sidebar(page)).toHaveCSS('width', '48px')
  await navigation(page).getByRole('link', { name: 'Browse Loans' }).click()
  await expect(page).toHaveURL('/loans')
  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toHaveCSS('width', '256px')
  await size(1099)
  await page.reload()
  await expect(sidebar(page)).toHaveCSS('width', '256px')
  await page.keyboard.press('Meta+b')
  await expect(sidebar(page)).toHaveCSS('width', '48px')
})

test('the navigation highlights a link only if it leads to the current page', async ({
  page,
  desk,
  lender,
}) => {
  spec('2.2.2')
  const loan = await desk.makeLoan()
  const current = navigation(page).locator('[aria-current=page]')
  for (const [path, name] of [
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/loans?status=funded', 'Browse Loans'],
    ['/commitments', 'My Commitments'],
  ] as const) {
    await page.goto(path)
    await expect(current).toHaveText(name)
  }
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  await expect(current).toHaveCount(0)
  await expect(navigation(page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  expect(lender.firstName).toBe('Lena')
})

test("administrators see a badge and additional links, and lenders can't open the linked pages", async ({
  lenderPage,
  desk,
}) => {
  spec('2.1.9', '2.2.1', '2.2.4', '2.11.1', '6.4')
  const adminPage = await desk.openAs(desk.admin)
  await test.step('the sidebar has a title and the links for lenders or administrators', async () => {
    const everybody = ['Dashboard', 'Browse Loans', 'My Commitments']
    for (const [page, names] of [
      [lenderPage, everybody],
      [adminPage, [...everybody, 'Admin Panel']],
    ] as const) {
      await page.goto('/dashboard')
      await expect(sidebar(page).getByText('Navigation', { exact: true }).first()).toBeVisible()
      await expect(navigation(page).getByRole('link')).toHaveText([...names])
    }
    const deskLinks = (page: Page) =>
      page.getByRole('navigation', { name: 'Desk' }).getByRole('link')
    const names = ['Exposure', 'Firms', 'Import', 'Mail Outbox', 'Audit Trail', 'Settings']
    await expect(deskLinks(adminPage)).toHaveText(names)
    await expect(deskLinks(lenderPage)).toHaveCount(0)
  })

  await test.step("an administrator sees a badge and a link to the panel, and a lender can't open the panel", async () => {
    const page = adminPage
    await expect(sidebar(page).getByText('Admin', { exact: true })).toBeVisible()
    await navigation(page).getByRole('link', { name: 'Admin Panel' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await lenderPage.goto('/admin')
    await expect(lenderPage.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(
      lenderPage.getByText(
        'You do not have permission to access the admin panel. This area is restricted to administrators only.',
      ),
    ).toBeVisible()
  })

  await test.step("a lender can't open the audit trail", async () => {
    await lenderPage.goto('/admin/audit')
    await expect(lenderPage.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  })

  await test.step("a lender can't open the mail outbox", async () => {
    await lenderPage.goto('/admin/mail')
    await expect(lenderPage.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  })
})

test('the app shows the user, company, theme, and tooltips, and the navigation opens as a panel below 768 px', async ({
  page,
  lender,
}) => {
  spec('1.4', '1.21', '2.2.3', '2.2.4', '2.2.8', '2.2.9', '2.2.10')
  spec('4.3', '9.1', '9.3', '9.26', '9.29')
  security('14.3.3')
  await page.goto('/dashboard')
  await test.step("the footer shows the company's name and contact details", async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Your trusted partner in multi-lender loan syndication')
    await expect(footer).toContainText('Monday to Friday, 9:00 AM to 6:00 PM EST')
    await expect(footer).toContainText(String(new Date().getFullYear()))
    for (const name of ['Dashboard', 'Browse Loans', 'My Commitments', 'Terms of Service'])
      await expect(footer.getByRole('link', { name })).toBeVisible()
  })

  await test.step('hovering over an icon for 700 ms shows its tooltip', async () => {
    const tip = page.getByRole('tooltip')
    const startedAt = Date.now()
    await page.getByRole('button', { name: 'Toggle sidebar' }).hover()
    await expect(tip).toBeVisible()
    // Only a minimum is checked, because a slow machine can lengthen the delay but not shorten it.
    expect(Date.now() - startedAt).toBeGreaterThan(600)
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
  })

  await test.step("the theme is light by default, and the app remembers the user's choice", async () => {
    const html = page.locator('html')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(html).not.toHaveClass(/dark/)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect(html).toHaveClass(/dark/)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await page.goto('/loans')
    await expect(html).toHaveClass(/dark/)
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await expect(html).not.toHaveClass(/dark/)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  })

  await test.step('the sidebar shows the user and links to the company', async () => {
    const logo = sidebar(page).getByRole('link', { name: /Harborline Capital/ })
    await expect(logo).toHaveAttribute('href', 'https://www.harborline.example')
    await expect(logo).toHaveAttribute('target', '_blank')
    await expect(sidebar(page).getByText('LB', { exact: true })).toBeVisible()
    await expect(sidebar(page)).toContainText(lender.email)
    await expect(sidebar(page).getByText('Admin', { exact: true })).toHaveCount(0)
    await sidebar(page)
      .getByRole('button', { name: /Lena Brook/ })
      .click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
  })

  await test.step('the navigation is a panel that opens below 768 px and a sidebar at wider sizes', async () => {
    await page.setViewportSize({ width: 768, height: 800 })
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expect(navigation(page)).toBeVisible()
    await page.setViewportSize({ width: 767, height: 800 })
    await expect(navigation(page)).toBeHidden()
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await expect(sheet).toBeVisible()
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288)
  })
})
