/** Every screen of the sample portfolio, visited in both themes before journeys add to it. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from './support/desk.ts'
import { watchRefusals } from './support/policy.ts'
import { chooseTheme, settled, sidewaysScroll, switchTheme } from './support/screen.ts'
import { screens, signInAs } from './support/screens.ts'

/** What no machine may find fault with: the standard at its levels A and AA, and good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const options = {
  // Belongs to level A too, but axe runs it only where it is asked to.
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations' as const],
}
/** Of these, what another theme can change: the form of a screen is the same in both. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/** Axe's findings, a line each. */
async function violations(page: Page, narrow = (axe: AxeBuilder) => axe.withTags(tags)) {
  await settled(page)
  const isThere = await page.evaluate(() => 'axe' in window)
  // It stays in the page once it is there. Frames of other origins would take a page more each time.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void axe' }) }).setLegacyMode()
  const { violations: found } = await narrow(axe.options({ ...options })).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

// Long pages are read through twice, which a busy machine takes its time for.
test.setTimeout(180_000)

for (const [name, { who, open, widths, isOverlay }] of Object.entries(screens)) {
  const isThere = (width: number) => !widths || widths.includes(width)
  test(`${name}: nothing stands in anybody's way, in either theme`, async ({ page, desk }) => {
    const readAt = isThere(1280) ? 1280 : 360
    await page.setViewportSize({ width: readAt, height: 800 })
    const refused = await watchRefusals(page.context())
    await signInAs(page, desk, who)
    await chooseTheme(page, 'light')
    await open(page, desk)
    expect(await violations(page)).toEqual([])
    // What an overlay lies on has been read now, and once more as a screen of its own.
    const hasOverlay = isOverlay && (await page.locator(overlays).count()) > 0
    const part = (axe: AxeBuilder) => (hasOverlay ? axe.include(overlays) : axe)
    for (const width of [360, 768, 1920, 1280]) {
      if (widths && !isThere(width)) continue
      await page.setViewportSize({ width, height: 800 })
      expect(await sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
      if (width === 360 && readAt !== 360)
        expect(await violations(page, (axe) => part(axe).withTags(tags))).toEqual([])
    }
    await switchTheme(page, 'dark')
    expect(
      await violations(page, (axe) => part(axe).withRules(rulesOfColours)),
      'in the dark theme',
    ).toEqual([])
    // Tips come up under the pointer.
    const buttons = page.getByRole('button').filter({ visible: true })
    if ((await buttons.count()) > 0) await buttons.first().hover({ force: true })
    await page.emulateMedia({ media: 'print' })
    expect(refused, 'what the content security policy refused').toEqual([])
  })
}
