import { expect, test } from './support/desk.ts'

test(
  'on a phone the navigation is a sheet over the page, and goes when a link was taken',
  { tag: '@narrow' },
  async ({ lenderPage: page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeHidden()
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    await toggle.tap()
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expect(sheet).toBeVisible()
    // 18rem, once it has come in.
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288)
    await sheet.getByRole('link', { name: 'My Commitments' }).tap()
    await expect(page).toHaveURL('/commitments')
    await expect(sheet).toBeHidden()
    await toggle.tap()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()
    await expect(toggle).toBeFocused()
  },
)

test(
  'on a phone the profile is reached through the sheet, and the way out stays in sight',
  { tag: '@narrow' },
  async ({ lenderPage: page }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Toggle sidebar' }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Lena Brook/ })
      .tap()
    await page.getByRole('menuitem', { name: 'Profile' }).tap()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('button', { name: 'Log Out' }).tap()
    await expect(page).toHaveURL('/')
  },
)
