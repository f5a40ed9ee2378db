/**
 * Takes a screenshot of every screen for `docs/screens`. It isn't a test, but Playwright runs it as one.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { test, type Page } from './support/desk.ts'
import { pictures } from './support/pictures.ts'
import { endAnimations, chooseTheme, partsLoaded } from './support/screen.ts'
import { signInAs } from './support/screens.ts'

const folder = path.resolve(import.meta.dirname, '../../docs/screens')

/** The maximum height of a screenshot; the end of a longer page looks like its middle. */
const tallest = 3000
const heights: Record<number, number> = { 1280: 800, 768: 1024, 360: 780 }

// The navigation is as tall as the window; in a screenshot of the whole page it must be as tall as the
// page. What stays at the bottom of the window belongs to the end of the page, not into its middle.
const wholePage = `aside:has(nav) > div { height: 100% !important }
  main [data-keep-clear] { position: static !important }`

// The content security policy would refuse the style above.
test.use({ bypassCSP: true })

async function takeScreenshot(page: Page, file: string, isOverlay: boolean) {
  await endAnimations(page)
  if (!isOverlay) await page.addStyleTag({ content: wholePage })
  const { width, height } = await page.evaluate(async (isWindow) => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    await document.fonts.ready
    // Opening the screen may have scrolled down to a button; the top bar would be in the middle of the picture.
    if (!isWindow) window.scrollTo(0, 0)
    const { clientWidth, scrollHeight } = document.documentElement
    return { width: clientWidth, height: scrollHeight }
  }, isOverlay)
  // The viewer of PDFs doesn't tell the page when it has drawn one.
  if ((await page.locator('iframe').count()) > 0) await page.waitForTimeout(3_000)
  const picture = isOverlay
    ? await page.screenshot({ animations: 'disabled', caret: 'hide' })
    : await page.screenshot({
        fullPage: true,
        animations: 'disabled',
        caret: 'hide',
        clip: { x: 0, y: 0, width, height: Math.min(height, tallest) },
      })
  await sharp(picture).png({ palette: true, colours: 128, effort: 7 }).toFile(file)
}

for (const { name, theme, files, who, open, isOverlay = false } of pictures) {
  test(`${name}, ${theme}`, async ({ page, desk }) => {
    await mkdir(folder, { recursive: true })
    await signInAs(page, desk, who)
    await chooseTheme(page, theme)
    for (const { width, file } of files) {
      await page.setViewportSize({ width, height: heights[width] ?? 800 })
      await open(page, desk)
      await partsLoaded(page)
      await takeScreenshot(page, path.join(folder, file), isOverlay)
    }
  })
}
