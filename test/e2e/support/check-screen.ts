import { colorRules, violations, violationsIn } from './axe.ts'
import { expect, test as base, type Desk, type Locator } from './desk.ts'
import { checkLayout, checkSolidButtons, overlays } from './layout.ts'
import { partsLoaded, sidewaysScroll, switchTheme } from './screen.ts'
import type { Screen } from './screens.ts'
import { sharePages, type Visits } from './visits.ts'

export const test = base.extend<object, { visits: Visits }>({
  visits: [async ({ browser }, use) => use(sharePages(browser)), { scope: 'worker' }],
})

interface Visit {
  visits: Visits
  desk: Desk
  /** True to check all rules at all widths in both themes, even for repeated elements. */
  isThorough: boolean
}

/**
 * Checks a screen and its additional states. Also checks that the content security policy doesn't block anything that
 * the screen needs.
 */
export async function checkScreen(name: string, screen: Screen, visit: Visit) {
  const { visits, desk, isThorough } = visit
  const { who, open, isOverlay, leavesScripts, repeated, further = {} } = screen
  const { page, refused, errors } = await visits.begin(who, desk)
  const readAt = isThere(screen, 1280) ? 1280 : 360
  await page.setViewportSize({ width: readAt, height: 800 })
  await open(page, desk)
  await partsLoaded(page)
  if (repeated && !isThorough)
    await page.locator(repeated).evaluateAll((parts) => parts.forEach((part) => part.remove()))
  const hasOverlay = isOverlay === true && (await page.locator(overlays).count()) > 0
  const part = { ...(hasOverlay && { include: overlays }), hasRepeated: isThorough }
  expect(await violations(page, isThorough ? { hasRepeated: true } : part)).toEqual([])
  await checkSolidButtons(page, name, hasOverlay)
  const quickWidths = hasOverlay ? [readAt, 360] : [1280, 768, 360]
  for (const width of isThorough ? [1280, 1920, 768, 360] : quickWidths) {
    if (!isThere(screen, width)) continue
    await page.setViewportSize({ width, height: 800 })
    // Lists that adapt to their container's size change their layout one frame after the window is resized.
    await expect.poll(() => sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
    await checkLayout(page, name, screen, width)
  }
  await checkSolidButtons(page, name, hasOverlay)
  const scanAtEachWidth = async (theme: string) => {
    for (const width of [360, 768, 1280].filter((each) => isThere(screen, each))) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violations(page, part), `${width} px wide, ${theme}`).toEqual([])
    }
  }
  // Colors depend only on the theme, not on the width.
  if (isThorough) await scanAtEachWidth('light')
  await switchTheme(page, 'dark')
  const rules = isThere(screen, 360) && readAt !== 360 ? {} : { rules: colorRules }
  expect(await violations(page, { ...part, ...rules }), 'in the dark theme').toEqual([])
  if (isThorough) await scanAtEachWidth('dark')
  for (const [state, reach] of Object.entries(further))
    await test.step(state, async () => {
      await page.setViewportSize({ width: readAt, height: 800 })
      await switchTheme(page, 'light')
      await checkPart(await reach(page), name, screen, isThorough)
    })
  const buttons = page.getByRole('button').filter({ visible: true })
  if ((await buttons.count()) > 0) await buttons.first().hover({ force: true })
  await page.emulateMedia({ media: 'print' })
  expect(refused, 'what the content security policy refused').toEqual([])
  expect(errors).toEqual([])
  if (leavesScripts) await visits.close(who)
}

const isThere = ({ widths }: Screen, width: number) => !widths || widths.includes(width)

/**
 * Checks a new section of a checked page at the current width, and in the dark theme. At the widest size, the dark
 * theme is checked at narrow widths, because colors don't depend on the width.
 */
async function checkPart(part: Locator, name: string, screen: Screen, isThorough: boolean) {
  const page = part.page()
  const scan = { hasRepeated: isThorough }
  await expect(part).toBeVisible()
  expect(await violationsIn(part, scan)).toEqual([])
  await switchTheme(page, 'dark')
  await checkSolidButtons(page, name, (await page.locator(overlays).count()) > 0)
  if (page.viewportSize()?.width !== 1280 || isThorough) {
    const colors = { ...scan, rules: colorRules }
    expect(await violationsIn(part, colors), 'in the dark theme').toEqual([])
  }
  if (page.viewportSize()?.width !== 1280) return
  const isOfPage = await part.evaluate((element) => element.closest('main') !== null)
  for (const width of isOfPage || isThorough ? [768, 360] : [360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
    if (isOfPage) await checkLayout(page, name, screen, width)
    if (width === 768 && !isThorough) continue
    await expect(part).toBeVisible()
    expect(await violationsIn(part, scan), `${width} px wide, in the dark theme`).toEqual([])
  }
}
