/** Controls that browsers would otherwise show in their default colors. */
import sharp from 'sharp'
import { enter, expect, test, type Page } from '#test/e2e/support/desk.ts'
import { switchTheme, endAnimations, type Theme } from '#test/e2e/support/screen.ts'

interface Spot {
  x: number
  y: number
  width?: number
  height?: number
}

async function pixelsAt(page: Page, { x, y, width = 1, height = 1 }: Spot) {
  const clip = { x: Math.round(x), y: Math.round(y), width, height }
  const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  return [...(await sharp(picture).removeAlpha().raw().toBuffer())]
}

/**
 * Returns the largest difference, from 0 to 255, between a pixel's color and the colors in an area of the screen. Even
 * a plain area can have a difference of 1, because browsers dither gradients.
 */
async function contrast(page: Page, spot: Spot, pixel: number[]) {
  const parts = await pixelsAt(page, spot)
  return Math.max(...parts.map((part, index) => Math.abs(part - (pixel[index % 3] ?? 0))))
}

const themes = ['light', 'dark'] satisfies Theme[]

test("tabs that don't fit in the tab bar fade into the background in both themes", async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await enter(page.context(), desk.admin)
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeVisible()
  for (const theme of themes) {
    await test.step(theme, async () => {
      await switchTheme(page, theme)
      await endAnimations(page)
      const tabs = page.getByRole('tablist')
      await tabs.scrollIntoViewIfNeeded()
      const box = await tabs.boundingBox()
      if (!box) throw new Error('There are no tabs')
      const [left, right] = [box.x, box.x + box.width]
      // This tab is in the middle of the row, so tabs are hidden at both ends.
      const ofPage = await pixelsAt(page, { x: left - 8, y: box.y })
      for (const x of [left, right - 1])
        expect(await contrast(page, { x, y: box.y + 4, height: 30 }, ofPage)).toBeLessThanOrEqual(2)
    })
  }
})

test('checkboxes and number fields have the same color as other fields in both themes', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Commit to This Loan' }).click()
  for (const theme of themes) {
    await test.step(theme, async () => {
      await switchTheme(page, theme)
      // Browsers show the arrows in a number field only under the pointer.
      await page.getByRole('spinbutton').hover()
      await endAnimations(page)
      const field = await page.getByRole('spinbutton').boundingBox()
      const soft = page.getByRole('checkbox', { name: 'Soft Commit' })
      const box = await soft.boundingBox()
      if (!field || !box) throw new Error('The dialog lacks a control')
      const ofField = await pixelsAt(page, { x: field.x + field.width / 2, y: field.y + 6 })
      const end = { x: field.x + field.width - 40, y: field.y + 4, width: 36, height: 28 }
      expect(await contrast(page, end, ofField)).toBe(0)
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      expect(await contrast(page, middle, ofField)).toBe(0)
      await soft.check()
      await endAnimations(page)
      // A soft commitment has other texts, so the dialog's height changes.
      const checked = await soft.boundingBox()
      const edge = { x: box.x + 2, y: (checked?.y ?? 0) + box.height / 2 }
      expect(await contrast(page, edge, ofField)).toBeGreaterThan(50)
      await soft.uncheck()
    })
  }
})
