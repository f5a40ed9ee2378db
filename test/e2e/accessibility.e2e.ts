/**
 * Checks the accessibility of every screen with the sample portfolio, in both themes, before other tests
 * add data.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from './support/desk.ts'
import { collectPolicyViolations } from './support/policy.ts'
import { isLongRun } from '#test/support/repetitions.ts'
import {
  animationsFinished,
  chooseTheme,
  partsLoaded,
  sidewaysScroll,
  switchTheme,
} from './support/screen.ts'
import { screens, signInAs } from './support/screens.ts'

/** The axe rules to run: WCAG levels A and AA, and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const options = {
  // Level A too, but axe runs it only if it is enabled.
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations' as const],
  // No rule that runs here needs the style sheets or the media themselves.
  preload: false,
}
/** The rules whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/** Axe's violations, one per line. */
async function violations(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder) {
  await animationsFinished(page)
  const isThere = await page.evaluate(() => 'axe' in window)
  // The script stays in the page. Scanning frames of other origins would open another page each time.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void axe' }) }).setLegacyMode()
  const { violations: found } = await narrow(axe.options({ ...options })).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

// Scanning a long page twice is slow on a busy machine.
test.setTimeout(180_000)

for (const [name, { who, open, widths, isOverlay, repeated }] of Object.entries(screens)) {
  const isThere = (width: number) => !widths || widths.includes(width)
  test(`${name}: has no accessibility violation in either theme`, async ({ page, desk }) => {
    const readAt = isThere(1280) ? 1280 : 360
    await page.setViewportSize({ width: readAt, height: 800 })
    const refused = await collectPolicyViolations(page.context())
    await signInAs(page, desk, who)
    await chooseTheme(page, 'light')
    await open(page, desk)
    await partsLoaded(page)
    const scanned = (axe: AxeBuilder) => (repeated && !isLongRun ? axe.exclude(repeated) : axe)
    expect(await violations(page, (axe) => scanned(axe).withTags(tags))).toEqual([])
    // The page behind an overlay is a screen of its own.
    const hasOverlay = isOverlay && (await page.locator(overlays).count()) > 0
    const part = (axe: AxeBuilder) => (hasOverlay ? axe.include(overlays) : scanned(axe))
    const inAllRules = (axe: AxeBuilder) => part(axe).withTags(tags)
    const inColors = (axe: AxeBuilder) => part(axe).withRules(colorRules)
    for (const width of [1280, 1920, 768, 360]) {
      if (widths && !isThere(width)) continue
      await page.setViewportSize({ width, height: 800 })
      expect(await sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
    }
    if (isLongRun) expect(await violations(page, inColors)).toEqual([])
    // The theme sets the colors, at any width. The long run checks both widths in both themes.
    await switchTheme(page, 'dark')
    const narrow = isThere(360) && readAt !== 360 ? inAllRules : inColors
    expect(await violations(page, narrow), 'in the dark theme').toEqual([])
    if (isLongRun && isThere(1280)) {
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await violations(page, inColors), 'wide, in the dark theme').toEqual([])
    }
    // Tooltips open under the pointer.
    const buttons = page.getByRole('button').filter({ visible: true })
    if ((await buttons.count()) > 0) await buttons.first().hover({ force: true })
    await page.emulateMedia({ media: 'print' })
    expect(refused, 'what the content security policy refused').toEqual([])
  })
}
