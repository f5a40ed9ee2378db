/** Violations of accessibility, as axe finds them on a page. */
import axe from 'axe-core'
import { isLongRun } from '#test/support/repetitions.ts'
import type { Page } from './desk.ts'
import { animationsFinished } from './screen.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The parts of a page to scan, by selector, and the rules; without rules, all of them. */
interface Scan {
  include?: string
  exclude?: string
  rules?: string[]
}

/** The rules to run: WCAG levels A and AA, and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on the theme. */
export const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * The looks of the texts that this process has scanned. The frame of the pages and their cards are much the
 * same on every screen.
 */
const scanned = new Set<string>()

/**
 * Marks texts that look like an earlier one, of this page or of one before, down to every element around them
 * and its colors, as the rows of a list do: two thirds of axe's time is the contrast of each. What is
 * positioned may lie on anything, so only texts within the same positioned element are compared. Returns the
 * looks of the others.
 */
const markRepeated = (page: Page) =>
  page.evaluate(
    (known) => {
      /** 64 bits of a text. */
      const digest = (text: string) => {
        let one = 0xdeadbeef
        let two = 0x41c6ce57
        for (let at = 0; at < text.length; at += 1) {
          const code = text.charCodeAt(at)
          one = Math.imul(one ^ code, 2654435761)
          two = Math.imul(two ^ code, 1597334677)
        }
        return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`
      }
      const lookOf = new Map<Element, string>()
      const before = new Set(known)
      const seen = new Set<string>()
      const positioned = ['absolute', 'fixed', 'sticky']
      for (const element of document.querySelectorAll('*')) {
        const style = getComputedStyle(element)
        const isPositioned = positioned.includes(style.position)
        const look = digest(
          [
            isPositioned ? lookOf.size : '',
            lookOf.get(element.parentElement ?? element) ?? '',
            ...[element.tagName, element.getAttribute('class'), element.getAttribute('style')],
            ...[element.matches(':disabled, [aria-disabled=true]'), element.ariaHidden],
            ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity],
            ...[
              style.fontSize,
              style.fontWeight,
              style.textShadow,
              style.filter,
              style.mixBlendMode,
            ],
          ].join('|'),
        )
        lookOf.set(element, look)
        const text = [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent?.trim() ?? '')
          .join('')
        const { width, height } = element.getBoundingClientRect()
        const isSeen =
          width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
        element.removeAttribute('data-repeated')
        // Axe skips what has no letters, or one, and what labels something that is disabled.
        if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) || !isSeen || element.closest('label'))
          continue
        if (seen.has(look) || before.has(look)) element.setAttribute('data-repeated', '')
        seen.add(look)
      }
      return [...seen].filter((look) => !before.has(look))
    },
    [...scanned],
  )

/** Puts axe into the page, once, as a script that its content security policy doesn't see. */
async function putIn(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axe.source)
  await page.evaluate(() => {
    window.axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-repeated])' }] })
  })
}

/** Axe's violations, one per line. The long run scans repeated texts too. */
export async function violations(page: Page, { include, exclude, rules }: Scan = {}) {
  await animationsFinished(page)
  await putIn(page)
  const looks = isLongRun ? [] : await markRepeated(page)
  const context = { include: [[include ?? 'html']], exclude: exclude ? [[exclude]] : [] }
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
    // Level A too, but axe runs it only if it is enabled.
    ...(!rules && { rules: { 'label-content-name-mismatch': { enabled: true } } }),
    resultTypes: ['violations'],
    // Where each is in the page is not told.
    selectors: false,
    // No rule that runs here needs the style sheets or the media themselves.
    preload: false,
  }
  const found = await page.evaluate(
    async (given) => {
      const { violations: broken } = await window.axe.run(given.context, given.options)
      return broken.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      )
    },
    { context, options },
  )
  // What a scan leaves out is scanned on another screen, or not yet.
  if (!include && !exclude) for (const look of looks) scanned.add(look)
  return found
}
