import { expect, test, type Page } from './support/desk.ts'
import { openToast } from './support/screen.ts'

/** A sign-in that is refused, for its toast. */
async function refuse(page: Page) {
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
  await expect(openToast(page)).toBeVisible()
}

async function swipe(page: Page, byPx: number) {
  const box = await openToast(page).boundingBox()
  if (!box) throw new Error('No toast to swipe')
  const [x, y] = [box.x + 60, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 6; step += 1) await page.mouse.move(x + (byPx * step) / 6, y)
  await page.mouse.up()
}

test('there is one toast at most, and it is never wider than 420 px', async ({ page }) => {
  await page.goto('/login')
  await refuse(page)
  await refuse(page)
  await expect(openToast(page)).toHaveCount(1)
  const box = await openToast(page).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(420)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
})

test('F8 goes to the toast, from where it can be closed', async ({ page }) => {
  await page.goto('/login')
  await refuse(page)
  await page.keyboard.press('F8')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('OL')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(openToast(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(openToast(page)).toHaveCount(0)
})

test('a swipe of 50 px to the right ends a toast, a shorter one does not', async ({ page }) => {
  await page.goto('/login')
  await refuse(page)
  await swipe(page, 40)
  await expect(openToast(page)).toHaveCount(1)
  await swipe(page, 60)
  await expect(openToast(page)).toHaveCount(0)
})

test('a toast goes by itself after about five seconds', async ({ page }) => {
  await page.goto('/login')
  await refuse(page)
  // Hovered or focused it would stay.
  await page.mouse.move(0, 0)
  await page.getByLabel('Email').focus()
  // That it can be read in time is what is promised. A slow machine makes it stay longer only.
  const startedAt = Date.now()
  await expect(openToast(page)).toHaveCount(0, { timeout: 15_000 })
  expect(Date.now() - startedAt).toBeGreaterThan(3000)
})
