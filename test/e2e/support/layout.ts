/**
 * How every screen is laid out: the page is what scrolls, headers of tables stay, the footer is short, cards end at one
 * edge, and one button at most stands out.
 */
import { expect, type Page } from './desk.ts'
import { endAnimations } from './screen.ts'
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
/** The page shares the window with a document, and its footer takes the lines that it has on a tablet. */
const isShared = (name: string) => name === 'loan-document'
/** A loan's page has two columns of cards. */
const isOfLoan = (name: string) => /^(loan(-.*)?|commit(-receipt)?|delete-document)$/.test(name)
/** Paper has no footer. */
const isPrinted = (name: string) => name.endsWith('-print')

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

/**
 * The headers of tables that don't stay below the top bar when the page is scrolled to the last rows. A table that is
 * in view as a whole has nowhere to scroll.
 */
const lostHeaders = (page: Page) =>
  page.evaluate(() => {
    const [below, lost] = [document.querySelector('header')?.offsetHeight ?? 0, new Set<string>()]
    const cells = [...document.querySelectorAll<HTMLElement>('main table thead th')]
    for (const cell of cells.filter((each) => each.checkVisibility())) {
      const rows = cell.closest('table')?.tBodies
      const last = rows?.[rows.length - 1]?.rows
      last?.[last.length - 1]?.scrollIntoView({ block: 'end', behavior: 'instant' })
      const table = cell.closest('table')?.getBoundingClientRect()
      const top = cell.getBoundingClientRect().top
      if (table && table.top < below && Math.abs(top - below) > 1)
        lost.add(`${cell.textContent}: ${top} px instead of ${below}`)
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
    return [...lost]
  })

/** The names of the buttons that stand out in each view: one window high of the overlay, or else of the page. */
async function solidButtons(page: Page, hasOverlay: boolean) {
  const view = hasOverlay ? page.locator(overlays).last() : page.locator('body')
  return view.evaluate(async (root, isOne) => {
    const probe = document.body.appendChild(document.createElement('div'))
    const colorOf = (element: Element) => getComputedStyle(element).backgroundColor
    const none = colorOf(probe)
    const solid = ['bg-primary', 'bg-destructive'].map((name) => {
      probe.className = name
      return colorOf(probe)
    })
    probe.remove()
    const inView = () =>
      [...root.querySelectorAll<HTMLElement>('a, button')]
        .filter((each) => each.checkVisibility())
        .filter((each) => colorOf(each) !== none && solid.includes(colorOf(each)))
        .filter((each) => {
          const { left, top, width, height } = each.getBoundingClientRect()
          // A bar that stays may cover it.
          return each.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
        .map((each) => each.textContent)
    const views: string[][] = []
    // The bar at a phone's bottom commits where the card's own button is out of view, and learns so a moment later.
    const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
    const end = isOne ? 1 : document.documentElement.scrollHeight
    for (let top = 0; top < end; top += innerHeight) {
      window.scrollTo({ top, behavior: 'instant' })
      if (top > 0) await settled()
      views.push(inView())
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
    return views
  }, hasOverlay)
}

/** Checks the layout at a width that the page has just got. */
export async function checkLayout(page: Page, name: string, { who }: Screen, width: number) {
  if (isBeside(name)) return
  if (!isSideways(name, width)) {
    await expect.poll(() => scrollingParts(page), `scrolls at ${width} px`).toEqual([])
    await expect.poll(() => cutTables(page), `is cut off at ${width} px`).toEqual([])
    if (!isPrinted(name))
      await expect.poll(() => lostHeaders(page), `headers at ${width} px`).toEqual([])
  }
  await expect
    .poll(async () => (await rightEdges(page)).length, `right edges at ${width} px`)
    .toBeLessThanOrEqual(isOfLoan(name) ? 2 : 1)
  const footer = page.locator('footer').filter({ hasText: 'Professional Network', visible: true })
  const most = footerHeights.get(width)
  if (who === 'visitor' || isPrinted(name) || isShared(name) || most === undefined) return
  await expect(footer, `footer at ${width} px`).toHaveCount(1)
  expect
    .soft((await footer.boundingBox())?.height, `footer at ${width} px`)
    .toBeLessThanOrEqual(most)
}

/** Checks that one button at most stands out in each view of the overlay, or else of the page. */
export async function checkSolidButtons(page: Page, name: string, hasOverlay: boolean) {
  if (isBeside(name)) return
  const beyondOne = async () =>
    (await solidButtons(page, hasOverlay)).filter((view) => view.length > 1)
  await expect.soft.poll(beyondOne, 'solid buttons in one view').toEqual([])
  const commits = page
    .locator('main :is(tr, li, article)')
    .getByRole('button', { name: /^Commit to /, disabled: false })
    .filter({ visible: true })
  if (hasOverlay || (await commits.count()) < 2) return
  // The row or card under the pointer has one, and that with the focus none.
  await commits.first().focus()
  await commits.nth(1).hover()
  await endAnimations(page)
  await expect.soft.poll(beyondOne, 'solid buttons with one in a row').toEqual([])
  await page.mouse.move(0, 0)
}
