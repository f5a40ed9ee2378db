import { expect, test } from './support/desk.ts'

test('the navigation is a sheet below 768 px, and a sidebar from 768 px', async ({
  lenderPage: page,
}) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/dashboard')
  const navigation = page.getByRole('navigation', { name: 'Navigation' })
  const sheet = page.getByRole('dialog', { name: 'Navigation' })
  await expect(navigation).toBeVisible()
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(navigation).toBeHidden()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(sheet).toBeVisible()
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288)
})

test('the sidebar has a title and the links for lenders or administrators', async ({
  lenderPage,
  desk,
}) => {
  const adminPage = await desk.openAs(desk.admin)
  const everybody = ['Dashboard', 'Browse Loans', 'My Commitments']
  for (const [page, names] of [
    [lenderPage, everybody],
    [adminPage, [...everybody, 'Admin Panel']],
  ] as const) {
    await page.goto('/dashboard')
    const sidebar = page.locator('aside').first()
    await expect(sidebar.getByText('Navigation', { exact: true }).first()).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link')
    await expect(links).toHaveText([...names])
  }
})
