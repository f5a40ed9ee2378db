/** Every screen of the sample portfolio, visited in both themes before journeys add to it. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from './support/desk.ts'
import { watchRefusals } from './support/policy.ts'
import { chooseTheme, settled, sidewaysScroll, type Theme } from './support/screen.ts'
import { screens, signInAs } from './support/screens.ts'

/** What no machine may find fault with: the standard at its levels A and AA, and good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe's findings, a line each. */
async function violations(page: Page) {
  await settled(page)
  const { violations: found } = await new AxeBuilder({ page }).withTags(tags).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

// Long pages are read through twice, which a busy machine takes its time for.
test.setTimeout(180_000)

for (const [name, { who, open, widths }] of Object.entries(screens)) {
  const isThere = (width: number) => !widths || widths.includes(width)
  for (const theme of ['light', 'dark'] satisfies Theme[]) {
    test(`${name}, ${theme}: nothing stands in anybody's way`, async ({ page, desk }) => {
      // The form of a screen is the same in both themes, so that a phone's is read through once.
      const readAt = isThere(1280) ? 1280 : 360
      await page.setViewportSize({ width: readAt, height: 800 })
      const refused = await watchRefusals(page.context())
      await signInAs(page, desk, who)
      await chooseTheme(page, theme)
      await open(page, desk)
      expect(await violations(page)).toEqual([])
      for (const width of [360, 768, 1280, 1920]) {
        if (widths && !isThere(width)) continue
        await page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(page), `${width} px wide`).toBeLessThanOrEqual(0)
        if (width === 360 && readAt !== 360 && theme === 'light')
          expect(await violations(page)).toEqual([])
      }
      // Tips come up under the pointer.
      const buttons = page.getByRole('button').filter({ visible: true })
      if ((await buttons.count()) > 0) await buttons.first().hover({ force: true })
      await page.emulateMedia({ media: 'print' })
      expect(refused, 'what the content security policy refused').toEqual([])
    })
  }
}
