/** Takes a picture of every screen, for `docs/screens`; no test, but it runs as one. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { test, type Page } from './support/desk.ts'
import { chooseTheme, settled, type Theme } from './support/screen.ts'
import { screens, signInAs } from './support/screens.ts'

const folder = path.resolve(import.meta.dirname, '../../docs/screens')

/** What a reader scrolls past gladly; the end of a longer page looks like its middle. */
const tallest = 3000
const heights: Record<number, number> = { 1280: 800, 768: 1024, 360: 780 }

// The navigation is as tall as the window; in a picture of the whole page, as the page.
const wholePage = 'aside:has(nav) > div { height: 100% !important }'

// The page's own policy would refuse the style above.
test.use({ bypassCSP: true })

async function take(page: Page, file: string, isOverlay: boolean) {
  await settled(page)
  if (!isOverlay) await page.addStyleTag({ content: wholePage })
  const { width, height } = await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    await document.fonts.ready
    const { clientWidth, scrollHeight } = document.documentElement
    return { width: clientWidth, height: scrollHeight }
  })
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

for (const [name, { who, open, isOverlay = false, widths = [1280, 768, 360] }] of Object.entries(
  screens,
)) {
  for (const theme of ['light', 'dark'] satisfies Theme[]) {
    test(`${name}, ${theme}`, async ({ page, desk }) => {
      await mkdir(folder, { recursive: true })
      await signInAs(page, desk, who)
      await chooseTheme(page, theme)
      for (const width of widths) {
        await page.setViewportSize({ width, height: heights[width] ?? 800 })
        await open(page, desk)
        await take(page, path.join(folder, `${name}-${width}-${theme}.png`), isOverlay)
      }
    })
  }
}
