/**
 * Checks the accessibility and the layout of every screen with the sample portfolio, in both themes, before
 * other tests add data.
 */
import { colorRules, violations, violationsIn } from './support/axe.ts'
import { expect, test as base, type Locator } from './support/desk.ts'
import { checkLayout, checkSolidButtons, overlays } from './support/layout.ts'
import { isLongRun } from '#test/support/repetitions.ts'
import { security } from '#test/support/requirements.ts'
import { partsLoaded, sidewaysScroll, switchTheme } from './support/screen.ts'
import { screens, type Screen } from './support/screens.ts'
import { sharePages, type Visits } from './support/visits.ts'

const test = base.extend<object, { visits: Visits }>({
  visits: [async ({ browser }, use) => use(sharePages(browser)), { scope: 'worker' }],
})

// Scanning a long page twice is slow on a busy machine.
test.setTimeout(180_000)

/**
 * Checks what is new on a page that was checked before, in the light theme at the width that it has; in the dark theme
 * in narrow windows too, if that is the widest.
 */
async function checkPart(part: Locator, name: string, screen: Screen) {
  const page = part.page()
  await expect(part).toBeVisible()
  expect(await violationsIn(part)).toEqual([])
  await switchTheme(page, 'dark')
  expect(await violationsIn(part, colorRules), 'in the dark theme').toEqual([])
  await checkSolidButtons(page, name, (await page.locator(overlays).count()) > 0)
  if (page.viewportSize()?.width !== 1280) return
  // The page behind an overlay is as it was.
  const isOfPage = await part.evaluate((element) => element.closest('main') !== null)
  for (const width of isOfPage || isLongRun ? [768, 360] : [360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
    if (isOfPage) await checkLayout(page, name, screen, width)
    if (width === 768 && !isLongRun) continue
    await expect(part).toBeVisible()
    expect(await violationsIn(part), `${width} px wide, in the dark theme`).toEqual([])
  }
}

for (const [name, screen] of Object.entries(screens)) {
  const { who, open, widths, isOverlay, isRare, leavesScripts, repeated, further = {} } = screen
  const isThere = (width: number) => !widths || widths.includes(width)
  const tag = isRare ? ['@long'] : []
  test(
    `${name}: has no accessibility violation in either theme, and one layout`,
    { tag },
    async ({ visits, desk }) => {
      security('1.3.2', '14.2.3')
      const { page, refused, errors } = await visits.begin(who, desk)
      const readAt = isThere(1280) ? 1280 : 360
      await page.setViewportSize({ width: readAt, height: 800 })
      await open(page, desk)
      await partsLoaded(page)
      if (repeated && !isLongRun)
        await page.locator(repeated).evaluateAll((parts) => parts.forEach((part) => part.remove()))
      // The page behind an overlay is a screen of its own.
      const hasOverlay = isOverlay === true && (await page.locator(overlays).count()) > 0
      const part = hasOverlay ? { include: overlays } : {}
      expect(await violations(page, isLongRun ? {} : part)).toEqual([])
      await checkSolidButtons(page, name, hasOverlay)
      const inColors = { ...part, rules: colorRules }
      const quickWidths = hasOverlay ? [readAt, 360] : [1280, 768, 360]
      for (const width of isLongRun ? [1280, 1920, 768, 360] : quickWidths) {
        if (widths && !isThere(width)) continue
        await page.setViewportSize({ width, height: 800 })
        // Lists that choose their form by their own width do so a frame after the window has its new one.
        await expect.poll(() => sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
        await checkLayout(page, name, screen, width)
      }
      await checkSolidButtons(page, name, hasOverlay)
      const scanAtEachWidth = async (theme: string) => {
        for (const width of [360, 768, 1280].filter(isThere)) {
          await page.setViewportSize({ width, height: 800 })
          expect(await violations(page, part), `${width} px wide, ${theme}`).toEqual([])
        }
      }
      // The theme sets the colors, at any width. The long run applies all rules at all widths in both themes.
      if (isLongRun) await scanAtEachWidth('light')
      await switchTheme(page, 'dark')
      const narrow = isThere(360) && readAt !== 360 ? part : inColors
      expect(await violations(page, narrow), 'in the dark theme').toEqual([])
      if (isLongRun) await scanAtEachWidth('dark')
      for (const [state, reach] of Object.entries(further))
        await test.step(state, async () => {
          await page.setViewportSize({ width: readAt, height: 800 })
          await switchTheme(page, 'light')
          await checkPart(await reach(page), name, screen)
        })
      // Tooltips open under the pointer.
      const buttons = page.getByRole('button').filter({ visible: true })
      if ((await buttons.count()) > 0) await buttons.first().hover({ force: true })
      await page.emulateMedia({ media: 'print' })
      expect(refused, 'what the content security policy refused').toEqual([])
      expect(errors).toEqual([])
      if (leavesScripts) await visits.close(who)
    },
  )
}
