/**
 * Layout rules for every screen: only the page scrolls, table headers stay in view, the footer is short, cards have the
 * same right edge, and at most one button is prominent.
 */
import { expect, type Page } from './desk.ts'
import { endAnimations } from './screen.ts'
import type { Screen } from './screens.ts'

/** The maximum footer height on a signed-in user's page, in px, by window width. */
const footerHeights = new Map([
  [1280, 120],
  [360, 260],
])

/** The API reference is a separate document, which shows its tables in full. */
const isBeside = (name: string) => name === 'api-docs'
const isSideways = (name: string, width: number) => name === 'loans-compare' && width < 1024
/** If a document is open next to the page, the page has the same footer as on a tablet. */
const isShared = (name: string) => name === 'loan-document'
const isOfLoan = (name: string) =>
  /^(loan(-.*)?|commit(-receipt)?|delete-document|admin-firm)$/.test(name)
const isPrinted = (name: string) => name.endsWith('-print')

export const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

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

const cutTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((table) => {
      const card = table.closest('.bg-card')
      const beyond =
        table.getBoundingClientRect().right - (card?.getBoundingClientRect().right ?? innerWidth)
      return beyond > 0.5 ? [`${table.textContent.slice(0, 60)}: ${beyond} px`] : []
    }),
  )

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
 * Returns table headers that don't stay below the top bar when the page is scrolled to the table's last rows. Skips
 * tables that fit into the window.
 */
const lostHeaders = (page: Page) =>
  page.evaluate(() => {
    const [below, lost] = [document.querySelector('header')?.offsetHeight ?? 0, new Set<string>()]
    const cells = [...document.querySelectorAll<HTMLElement>('main table thead th')]
    // Visually hidden headers aren't sticky.
    const isShown = (cell: HTMLElement) =>
      cell.checkVisibility() && (cell.closest('thead')?.offsetHeight ?? 0) > 1
    for (const cell of cells.filter(isShown)) {
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

/**
 * Returns the prominent buttons in each view. A view is the part of the topmost overlay that fits in the window, or of
 * the page if no overlay is open.
 */
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
          // A sticky bar may cover the button.
          return each.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
        .map((each) => each.textContent)
    const views: string[][] = []
    // On a phone, the button in the bottom bar appears shortly after the card's button has scrolled out of view.
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

export async function checkLayout(page: Page, name: string, { who }: Screen, width: number) {
  if (isBeside(name)) return
  if (!isSideways(name, width)) {
    await expect.poll(() => scrollingParts(page), `scrolls at ${width} px`).toEqual([])
    await expect.poll(() => cutTables(page), `is cut off at ${width} px`).toEqual([])
    if (!isPrinted(name))
      await expect.poll(() => lostHeaders(page), `headers at ${width} px`).toEqual([])
  }
  // The page of a loan or a firm has up to three right edges: the page's, the wide column's, and the card's next to the messages.
  await expect
    .poll(async () => (await rightEdges(page)).length, `right edges at ${width} px`)
    .toBeLessThanOrEqual(isOfLoan(name) ? 3 : 1)
  const footer = page.locator('footer').filter({ hasText: 'Professional Network', visible: true })
  const most = footerHeights.get(width)
  if (who === 'visitor' || isPrinted(name) || isShared(name) || most === undefined) return
  await expect(footer, `footer at ${width} px`).toHaveCount(1)
  expect
    .soft((await footer.boundingBox())?.height, `footer at ${width} px`)
    .toBeLessThanOrEqual(most)
}

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
  // A button is prominent only in the row or card under the pointer, even if a button in another row or card is
  // focused.
  await commits.first().focus()
  await commits.nth(1).hover()
  await endAnimations(page)
  await expect.soft.poll(beyondOne, 'solid buttons with one in a row').toEqual([])
  await page.mouse.move(0, 0)
}
