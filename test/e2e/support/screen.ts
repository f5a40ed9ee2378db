/** Elements of the screen that several tests use. */
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { Loan } from '#contract/loans/shapes.ts'

/** The open toast. */
export const openToast = (page: Page) => page.locator('li[data-state=open]')

export async function expectToast(page: Page, title: string, text?: string | RegExp) {
  await expect(openToast(page).getByText(title, { exact: true })).toBeVisible()
  if (text) await expect(openToast(page)).toContainText(text)
}

/** Keeps the toast open, as in a window that somebody left: checks point at other things, and would let it close. */
export const keepToast = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('blur')))

/** Whether two elements do not overlap. Call it after animations have finished. */
export async function areDisjoint(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('Nothing there to compare')
  const besides = a.x + a.width <= b.x || b.x + b.width <= a.x
  return besides || a.y + a.height <= b.y || b.y + b.height <= a.y
}

/** Opens the login page and signs in. */
export async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await submitLogin(page, email, password)
}

/** Fills in the login form that is on the screen and sends it. */
export async function submitLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** The value of a term in a description list: "40%" for "Available". */
export const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')

/**
 * Opens a page, and waits until all that it asked for is answered and it is idle, and so asks for nothing more.
 * A quiet network alone says less: a busy machine takes its time from an answer to what follows from it. It never ends
 * where a test turns events on, because their answer doesn't.
 */
export async function openWhole(page: Page, address: string) {
  const underWay = new Set<Request>()
  let begun = 0
  const begin = (request: Request) => {
    underWay.add(request)
    begun += 1
  }
  const end = (request: Request) => void underWay.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  const response = await page.goto(address)
  let known: number
  do {
    known = begun
    await expect.poll(() => underWay.size, { intervals: [20] }).toBe(0)
    await idle(page)
  } while (begun !== known)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  return response
}

/** Waits until a page has done what is to be done; an answer may reach it a moment after it reached the test. */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve()), 50)),
  )

/** Opens a page and waits for its heading. */
export const headed = (path: string, name: string | RegExp) => async (page: Page) => {
  await openWhole(page, path)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** For screens that aren't complete when their heading is shown: waits for a text. */
export const shows = (path: string, text: string | RegExp) => async (page: Page) => {
  await openWhole(page, path)
  // The wide and the narrow layout may both contain it.
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}

/** Opens the list of loans with one loan in it: a table, or a list on a phone. */
export async function browseFor(page: Page, loan: Pick<Loan, 'title'>) {
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await expect(page.getByText(loan.title, { exact: true })).toBeVisible()
}

/** Opens Manage Users and searches, because tests create many users. */
export async function searchUsers(page: Page, text: string) {
  await page.goto('/admin?tab=users')
  const box = page.getByRole('searchbox', { name: 'Search users' })
  await box.fill(text)
  await box.press('Enter')
  // Until the server has answered, the list is the one before.
  await expect(page).toHaveURL(/[?&]search=/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Opens the commitment dialog from the list. */
export async function openCommitDialog(page: Page, loan: Pick<Loan, 'title'>) {
  await browseFor(page, loan)
  await page.getByRole('button', { name: `Commit to ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Closes the receipt that a dialog became. */
export async function closeReceipt(page: Page) {
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await receipt.getByRole('button', { name: 'Done' }).click()
  await expect(receipt).toBeHidden()
}

export type Theme = 'light' | 'dark'

/** Opens every page in this theme, as if it was chosen before; pages without a choice use the system's. */
export async function chooseTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.addInitScript(
    // The browser's viewer of PDFs, which is a page too, has no storage.
    (chosen) => (localStorage as Storage | null)?.setItem('theme', chosen),
    theme,
  )
}

/** Switches the open page to this theme, as choosing it in another tab does. */
export async function switchTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }))
    // A page without scripts doesn't handle the event.
    document.documentElement.classList.toggle('dark', chosen === 'dark')
  }, theme)
}

/** By how many pixels the page is wider than the window. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * Opens the page of a loan as a lender with all that it asks for: an answer that is refused after the session has ended
 * leads to the login by itself.
 */
export async function openWholeLoan(page: Page, { id }: Pick<Loan, 'id'>) {
  await openWhole(page, `/loans/${id}`)
  await expect(page.getByLabel('Your message')).toBeVisible()
  await partsLoaded(page)
}

/** Waits until no part of the page is being loaded. */
export const partsLoaded = (page: Page) =>
  expect(page.getByText('Loading...', { exact: true }).filter({ visible: true })).toHaveCount(0)

/** Ends all animations at once, because they change positions and colors; spinners, which never end, go on. */
export const endAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })

/** The button of the menu of a lender's line in the book; `line` is more of its name: "30%, $750,000.00". */
export const lineMenu = (page: Page, lender: string, line = '') =>
  page.getByRole('button', { name: `Actions for ${lender}: ${line}` })

/** Chooses what to do with a line of the book. */
export async function chooseForLine(page: Page, act: string, lender: string, line = '') {
  await lineMenu(page, lender, line).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** Chooses from the menu at the end of the administrators' bar. */
export async function chooseFromMore(page: Page, act: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** Once the button is clicked and gone, as after a double click, clicks what has moved to its place. */
export const clickAgainOnceGone = (button: Locator) =>
  button.evaluate((gone) => {
    let point = { x: 0, y: 0 }
    gone.addEventListener('click', () => {
      const { x, y, width, height } = gone.getBoundingClientRect()
      point = { x: x + width / 2, y: y + height / 2 }
    })
    const watcher = new MutationObserver(() => {
      if (gone.isConnected) return
      watcher.disconnect()
      const there = document.elementFromPoint(point.x, point.y)
      there?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    })
    watcher.observe(document.body, { childList: true, subtree: true })
  })
