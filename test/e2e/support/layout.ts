/** How every screen is laid out: the page is what scrolls, the footer is short, cards end at one edge, and one button at most stands out. */
import { expect, type Page } from './desk.ts'
import type { Screen } from './screens.ts'

/** The most that the footer takes below a signed-in user's work, in px, by the width of the window. */
const footerHeights = new Map([
  [1280, 120],
  [360, 260],
])

/** The page of the calls is a document beside the application, and shows its tables of fields whole. */
const isBeside = (name: string) => name === 'api-docs'
/** Loans side by side have a column each, and scroll sideways on a narrow screen. */
const isSideways = (name: string, width: number) => name === 'loans-compare' && width < 1024
/** A loan's page has two columns of cards. */
const isOfLoan = (name: string) => /^(loan(-.*)?|commit(-receipt)?|delete-document)$/.test(name)
/** Paper has no footer. */
const isPrinted = (name: string) => name.endsWith('-print')
/** The landing page invites at its start and at its end. */
const hasManySolid = (name: string) => name === 'landing'

export const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/** What scrolls within the page, but for the list of messages and a row of tabs; nothing, if all is well. */
const scrollingParts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => element.checkVisibility())
      .filter((element) => !element.matches('[role=log], [role=tablist], textarea, select, input'))
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        return (
          (scrolls(overflowX) && element.scrollWidth > element.clientWidth) ||
          (scrolls(overflowY) && element.scrollHeight > element.clientHeight)
        )
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

/** Tables of which a part is cut off at the right. */
const cutTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((table) => {
      const card = table.closest('.bg-card')
      const beyond =
        table.getBoundingClientRect().right - (card?.getBoundingClientRect().right ?? innerWidth)
      return beyond > 0.5 ? [`${table.textContent.slice(0, 60)}: ${beyond} px`] : []
    }),
  )

/** The right edges of the cards that are not within another one; a grid of cards counts as one. */
const rightEdges = (page: Page) =>
  page.evaluate(() => {
    const isCard = (element: Element) => element.matches('.rounded-xl.border.bg-card')
    const edges = [...document.querySelectorAll('main .rounded-xl.border.bg-card')]
      .filter((card) => card.checkVisibility() && !card.parentElement?.closest('.bg-card'))
      .map((card) => {
        const parent = card.parentElement
        const hasColumns =
          parent !== null &&
          [...parent.children].every(isCard) &&
          getComputedStyle(parent).gridTemplateColumns.includes('px ')
        return (hasColumns ? parent : card).getBoundingClientRect().right
      })
    return [...new Set(edges.map((edge) => Math.round(edge * 10) / 10))]
  })

/** The names of the buttons that stand out, in the overlay if there is one. */
async function solidButtons(page: Page, hasOverlay: boolean) {
  const view = hasOverlay ? page.locator(overlays).last() : page.locator('body')
  const solid = view.locator(':is(a, button):is(.bg-primary, .bg-destructive)')
  // The bar at a phone's bottom commits where the card's own button is out of view.
  const inView = (elements: Element[]) =>
    elements
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().top < innerHeight)
      .map((element) => element.textContent)
  const names = await solid.evaluateAll(inView)
  return names.filter((name) => name !== 'Skip to main content')
}

/** Checks the layout at a width that the page has just got. */
export async function checkLayout(page: Page, name: string, { who }: Screen, width: number) {
  if (isBeside(name)) return
  if (!isSideways(name, width)) {
    await expect.poll(() => scrollingParts(page), `scrolls at ${width} px`).toEqual([])
    await expect.poll(() => cutTables(page), `is cut off at ${width} px`).toEqual([])
  }
  await expect
    .poll(async () => (await rightEdges(page)).length, `right edges at ${width} px`)
    .toBeLessThanOrEqual(isOfLoan(name) ? 2 : 1)
  const footer = page.locator('footer').filter({ hasText: 'Professional Network', visible: true })
  const most = footerHeights.get(width)
  if (who === 'visitor' || isPrinted(name) || most === undefined) return
  await expect(footer, `footer at ${width} px`).toHaveCount(1)
  expect
    .soft((await footer.boundingBox())?.height, `footer at ${width} px`)
    .toBeLessThanOrEqual(most)
}

/** Checks that one button at most stands out in the overlay, or else on the page. */
export async function checkSolidButtons(page: Page, name: string, hasOverlay: boolean) {
  if (isBeside(name) || (hasManySolid(name) && !hasOverlay)) return
  const solid = await solidButtons(page, hasOverlay)
  expect.soft(solid.length, `solid buttons: ${solid.join(', ')}`).toBeLessThanOrEqual(1)
}
