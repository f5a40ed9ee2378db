/** Checks what stays in view while a page scrolls. The visit of all screens checks how they are laid out. */
import { expect, test } from './support/desk.ts'
import { signInAs } from './support/screens.ts'

test("a table's header stays below the top bar while the page scrolls @phone", async ({
  page,
  desk,
}) => {
  await signInAs(page, desk, 'admin')
  await page.goto('/admin/audit')
  const header = page.getByRole('columnheader', { name: 'Seal' })
  await expect(header).toBeVisible()
  const topBar = page.getByRole('banner')
  const below = async () => {
    const [bar, box] = [await topBar.boundingBox(), await header.boundingBox()]
    return (box?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0))
  }
  expect(await below()).toBeGreaterThan(50)
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect.poll(async () => Math.round(await below())).toBe(0)
})
