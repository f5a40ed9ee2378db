import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Locator, Page } from './desk.ts'
import { endAnimations } from './screen.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

interface Scan {
  /** A selector for the page section to scan. */
  include?: string
  /** The rules to check. By default, all rules are checked. */
  rules?: string[]
  /** True to also scan repeated text, such as text in list rows. */
  hasRepeated?: boolean
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Marks text that repeats an earlier style so that axe skips the text, because contrast checks are slow. Text in a
 * different positioned element isn't marked, because its background may differ.
 */
const markRepeated = (page: Page) =>
  page.evaluate(() => {
    const numbers = new Map<string, number>()
    const lookOf = new Map<Element, number>()
    const numberOf = (look: string) => {
      if (!numbers.has(look)) numbers.set(look, numbers.size)
      return numbers.get(look)
    }
    const seen = new Set<string>()
    const positioned = ['absolute', 'fixed', 'sticky']
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element)
      const isPositioned = positioned.includes(style.position)
      const look = numberOf(
        [
          isPositioned ? lookOf.size : '',
          lookOf.get(element.parentElement ?? element) ?? '',
          ...[element.tagName, element.getAttribute('class'), element.getAttribute('style')],
          ...[element.matches(':disabled, [aria-disabled=true]'), element.ariaHidden],
          ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity],
          ...[style.fontSize, style.fontWeight, style.textShadow, style.filter, style.mixBlendMode],
        ].join('|'),
      )
      lookOf.set(element, look ?? 0)
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
        .join('')
      const { width, height } = element.getBoundingClientRect()
      const isSeen =
        width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
      element.removeAttribute('data-repeated')
      // Axe skips text with fewer than two letters, and the labels of disabled controls.
      if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) || !isSeen || element.closest('label')) continue
      const key = String(look)
      if (seen.has(key)) element.setAttribute('data-repeated', '')
      seen.add(key)
    }
  })

// The minified build is used because every page has to parse it.
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The code is evaluated instead of being added as a script, which the content security policy would block. */
async function putIn(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axeSource)
  await page.evaluate(() => {
    window.axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-repeated])' }] })
  })
}

export async function violationsIn(part: Locator, scan: Omit<Scan, 'include'> = {}) {
  await part.evaluate((element) => {
    document.querySelector('[data-looked-at]')?.removeAttribute('data-looked-at')
    element.setAttribute('data-looked-at', '')
  })
  return violations(part.page(), { ...scan, include: '[data-looked-at]' })
}

/** Returns the violations that axe finds, one per line. */
export async function violations(page: Page, { include, rules, hasRepeated }: Scan = {}) {
  await endAnimations(page)
  await putIn(page)
  if (!hasRepeated) await markRepeated(page)
  const context = { include: [[include ?? 'html']] }
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
    // This rule is also part of level A, but axe disables it by default.
    ...(!rules && { rules: { 'label-content-name-mismatch': { enabled: true } } }),
    resultTypes: ['violations'],
    selectors: false,
    // None of the rules used here needs style sheets or media.
    preload: false,
  }
  return page.evaluate(
    async (given) => {
      const { violations: found } = await window.axe.run(given.context, given.options)
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      )
    },
    { context, options },
  )
}
