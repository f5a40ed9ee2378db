/** Takes screenshots of every screen for `npm run screens`. Playwright runs this file, but it isn't a test. */
import path from 'node:path'
import { test, type Page } from './support/desk.ts'
import { endAnimations, chooseTheme, partsLoaded, type Theme } from './support/screen.ts'
import { screens, signInAs } from './support/screens.ts'

const folder = path.resolve(import.meta.dirname, '../../test-results/screens')

/** The maximum height in pixels. A taller screenshot would only show more rows of a long page. */
const tallest = 3000
const heights: Record<number, number> = { 1280: 800, 768: 1024, 360: 780 }

/**
 * In a full-page screenshot, the navigation must be as tall as the page, and the bars at the bottom of the window must
 * be at the end of the page.
 */
const wholePage = `aside:has(nav) > div { height: 100% !important }
  main [data-keep-clear] { position: static !important }`

// Without this setting, the content security policy would block the style above.
test.use({ bypassCSP: true })

async function takeScreenshot(page: Page, name: string, isOverlay: boolean) {
  await endAnimations(page)
  if (!isOverlay) await page.addStyleTag({ content: wholePage })
  const { width, height } = await page.evaluate(async (isWindow) => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    await document.fonts.ready
    // Opening the screen may have scrolled the page, which would put the top bar in the middle of the screenshot.
    if (!isWindow) window.scrollTo(0, 0)
    const { clientWidth, scrollHeight } = document.documentElement
    return { width: clientWidth, height: scrollHeight }
  }, isOverlay)
  // The PDF viewer doesn't report when it has finished rendering.
  if ((await page.locator('iframe').count()) > 0) await page.waitForTimeout(3_000)
  const clip = { x: 0, y: 0, width, height: Math.min(height, tallest) }
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    ...(isOverlay ? {} : { fullPage: true, clip }),
  })
}

const themes: Theme[] = ['light', 'dark']

for (const [name, { who, open, widths = [1280, 768, 360], isOverlay = false }] of Object.entries(
  screens,
))
  for (const theme of themes)
    test(`${name}, ${theme}`, async ({ page, desk }) => {
      await signInAs(page, desk, who)
      await chooseTheme(page, theme)
      for (const width of widths) {
        await page.setViewportSize({ width, height: heights[width] ?? 800 })
        await open(page, desk)
        await partsLoaded(page)
        await takeScreenshot(page, `${name}-${width}-${theme}`, isOverlay)
      }
    })
