import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { Loan } from '#contract/loans/shapes.ts'

export const openToast = (page: Page) => page.locator('li[data-state=open]')

export async function expectToast(page: Page, title: string, text?: string | RegExp) {
  await expect(openToast(page).getByText(title, { exact: true })).toBeVisible()
  if (text) await expect(openToast(page)).toContainText(text)
}

/** Types into a combobox and chooses the only option found. */
export async function chooseOption(combobox: Locator, typed: string) {
  await combobox.fill(typed)
  const option = combobox.page().getByRole('listbox').getByRole('option')
  await expect(option).toHaveCount(1)
  await option.click()
}

/**
 * Keeps the toast open as if the window were inactive, because moving the pointer during a check could close the toast.
 */
export const keepToast = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('blur')))

/** Call this function only after animations have finished. */
export async function areDisjoint(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('Nothing there to compare')
  const besides = a.x + a.width <= b.x || b.x + b.width <= a.x
  return besides || a.y + a.height <= b.y || b.y + b.height <= a.y
}

export async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await submitLogin(page, email, password)
}

export async function submitLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Returns the value of a term in a description list, such as "40%" for "Available". */
export const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')

/** Returns the loan page's funding section, which contains text such as "$2,250,000 available · 90%". */
export const fundingOf = (page: Page) => page.getByRole('complementary', { name: 'Funding' })

/**
 * Opens a page and waits until all requests are complete and the page is idle, because a page on a busy machine may
 * send more requests later. Never returns if the page receives events, because an event stream doesn't end.
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

/**
 * The page may get a response slightly later than the test, so wait until the page is idle. A page that draws nothing
 * may never become idle, so the wait ends after a second.
 */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 1000 }), 50),
      ),
  )

export const headed = (path: string, name: string | RegExp) => async (page: Page) => {
  await openWhole(page, path)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Opens a screen whose content may still be loading when its heading appears. */
export const shows = (path: string, text: string | RegExp) => async (page: Page) => {
  await openWhole(page, path)
  // The text may be in both the wide and the narrow layout, one of which is hidden.
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}

/** The line to which a part of a page is folded. */
export const foldOf = (part: Locator) => part.locator(':scope > details > summary')

export const unfold = (part: Locator) => foldOf(part).click()

export async function browseFor(page: Page, loan: Pick<Loan, 'title'>) {
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await expect(page.getByText(loan.title, { exact: true })).toBeVisible()
}

export async function searchUsers(page: Page, text: string) {
  await page.goto('/admin?tab=users')
  const box = page.getByRole('searchbox', { name: 'Search users' })
  await box.fill(text)
  await box.press('Enter')
  // The page shows the previous list until the server responds.
  await expect(page).toHaveURL(/[?&]search=/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

export async function openCommitDialog(page: Page, loan: Pick<Loan, 'title'>) {
  await browseFor(page, loan)
  await page.getByRole('button', { name: `Commit to ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog).toBeVisible()
  return dialog
}

const receiptOn = (page: Page) => page.getByRole('dialog', { name: 'Receipt' })

/** Expects the receipt dialog, which is shown instead of a toast. */
export async function expectReceipt(page: Page, ...texts: string[]) {
  await expect(receiptOn(page)).toBeVisible()
  for (const text of texts) await expect(receiptOn(page)).toContainText(text)
  await expect(openToast(page)).toHaveCount(0)
}

export async function closeReceipt(page: Page) {
  const receipt = receiptOn(page)
  await receipt.getByRole('button', { name: 'Done' }).click()
  await expect(receipt).toBeHidden()
}

export type Theme = 'light' | 'dark'

export async function chooseTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.addInitScript(
    // The browser's PDF viewer is also a page, but it has no storage.
    (chosen) => (localStorage as Storage | null)?.setItem('theme', chosen),
    theme,
  )
}

/** Switches the open page to this theme, as if the theme had been chosen in another tab. */
export async function switchTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }))
    // A page without scripts doesn't react to the event.
    document.documentElement.classList.toggle('dark', chosen === 'dark')
  }, theme)
}

export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * Opens a loan's page and waits for all its requests. A request that fails after the session ends would open the login
 * page.
 */
export async function openWholeLoan(page: Page, { id }: Pick<Loan, 'id'>) {
  await openWhole(page, `/loans/${id}`)
  await expect(page.getByLabel('Your message')).toBeVisible()
  await partsLoaded(page)
}

export const partsLoaded = (page: Page) =>
  expect(page.getByText('Loading...', { exact: true }).filter({ visible: true })).toHaveCount(0)

/**
 * Finishes all animations immediately, because animations change positions and colors. Spinners are excluded, because
 * they never end.
 */
export const endAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })

/** `line` is the rest of the button's name, for example "30%, $750,000.00". */
export const lineMenu = (page: Page, lender: string, line = '') =>
  page.getByRole('button', { name: `Actions for ${lender}: ${line}` })

export async function chooseForLine(page: Page, act: string, lender: string, line = '') {
  await lineMenu(page, lender, line).click()
  await page.getByRole('menuitem', { name: act }).click()
}

export async function chooseFromMore(page: Page, act: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/**
 * Waits until the clicked button is gone, and then clicks the control at the same position, like the second click of a
 * double click.
 */
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

export async function hold(page: Page, urls: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(urls, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

export async function expectClear(page: Page, dialog: Locator, buttons: string[], width: number) {
  const parts = [
    dialog.getByRole('heading').first(),
    ...buttons.map((name) => dialog.getByRole('button', { name, exact: true })),
  ]
  for (const [place, part] of parts.entries())
    expect(
      await areDisjoint(openToast(page), part),
      `${['the title', ...buttons][place]}, ${width} px wide`,
    ).toBe(true)
}

/** Waits until the page's event stream is open. After that, the page shows other users' changes. */
export const whenLive = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/events'))

export const gotoLive = (page: Page, address: string) =>
  Promise.all([whenLive(page), page.goto(address)])

export async function tabTo(
  page: Page,
  role: 'button' | 'combobox' | 'link' | 'radio' | 'searchbox' | 'spinbutton',
  name: string | RegExp,
) {
  await tabToControl(page, page.getByRole(role, { name }).first())
}

export async function tabToControl(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${control.toString()}`)
}
