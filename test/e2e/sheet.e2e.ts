import { spec } from '#test/support/requirements.ts'
import { expect, test, testOnPhone } from './support/desk.ts'
import { expectToast, areDisjoint, openToast, endAnimations } from './support/screen.ts'

testOnPhone(
  "on a phone, the navigation panel opens the profile, closes when a link is followed, and isn't covered by toasts",
  async ({ lenderPage: page, desk }) => {
    spec('2.2.9', '9.3')
    await test.step('the navigation panel closes when a link is followed', async () => {
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeHidden()
      const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
      await toggle.tap()
      const sheet = page.getByRole('dialog', { name: 'Navigation' })
      await expect(sheet).toBeVisible()
      await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288)
      await sheet.getByRole('link', { name: 'My Commitments' }).tap()
      await expect(page).toHaveURL('/commitments')
      await expect(sheet).toBeHidden()
      await toggle.tap()
      await sheet.getByRole('button', { name: 'Close' }).tap()
      await expect(sheet).toBeHidden()
      await expect(toggle).toBeFocused()
    })

    await test.step("a toast doesn't cover any control in the navigation panel", async () => {
      const loan = await desk.makeLoan()
      await page.goto(`/loans/${loan.id}`)
      await page.route('**/api/favorites', (route) => route.fulfill({ status: 418, json: {} }))
      await page.getByRole('button', { name: `Favorite ${loan.title}` }).tap()
      await expectToast(page, 'Error', 'Failed to update favorite.')
      await page.getByRole('button', { name: 'Toggle sidebar' }).tap()
      const sheet = page.getByRole('dialog', { name: 'Navigation' })
      await expect(sheet.getByRole('button', { name: 'Close' })).toBeVisible()
      await endAnimations(page)
      for (const control of await sheet.locator('a, button').all())
        expect(await areDisjoint(openToast(page), control)).toBe(true)
    })

    await test.step('the navigation panel opens the profile and keeps Log Out visible', async () => {
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
    })
  },
)

testOnPhone("on a phone, the company name isn't truncated", async ({ page, desk, lender }) => {
  expect(lender.firstName).toBe('Lena')
  const visitor = await desk.openAs(null)
  await visitor.setViewportSize({ width: 360, height: 780 })
  for (const [each, path] of [
    [page, '/dashboard'],
    [visitor, '/'],
    [visitor, '/terms'],
  ] as const) {
    await each.goto(path)
    const name = each.getByRole('banner').getByText('Harborline Capital', { exact: true })
    await expect(name).toBeVisible()
    const { text, box } = await name.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const size = ({ width, height }: DOMRect) => ({ width, height })
      return {
        text: size(range.getBoundingClientRect()),
        box: size(element.getBoundingClientRect()),
      }
    })
    expect(text.width, path).toBeLessThanOrEqual(box.width)
    expect(text.height, path).toBeLessThanOrEqual(box.height + 1)
  }
})
