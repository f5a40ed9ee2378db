/** What several journeys look at on the screen. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Loan } from '#contract/loans/shapes.ts'

/** The toast on screen. */
export const openToast = (page: Page) => page.locator('li[data-state=open]')

export async function expectToast(page: Page, title: string, text?: string | RegExp) {
  await expect(openToast(page).getByText(title, { exact: true })).toBeVisible()
  if (text) await expect(openToast(page)).toContainText(text)
}

/** Whether neither lies on the other; where they stand once all has come to rest. */
export async function lieApart(one: Locator, other: Locator) {
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

/** A term of a description list, with what stands for it: "Available" and "40%". */
export const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')

/** The list of loans narrowed to one, as a table or, on a phone, as a list. */
export async function browseFor(page: Page, loan: Pick<Loan, 'title'>) {
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await expect(page.getByText(loan.title, { exact: true })).toBeVisible()
}

/** Manage Users, narrowed to whom a text finds: journeys make many more. */
export async function searchUsers(page: Page, text: string) {
  await page.goto('/admin?tab=users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(text)
}

/** Opens the commitment dialog from the list. */
export async function openCommitDialog(page: Page, loan: Pick<Loan, 'title'>) {
  await browseFor(page, loan)
  await page.getByRole('button', { name: `Commit to ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog).toBeVisible()
  return dialog
}

export type Theme = 'light' | 'dark'

/** Everything opens in this theme, as if it had been chosen before; what has no choice asks the system. */
export async function chooseTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
}

/** The open page takes this theme, as when it is chosen in another tab. */
export async function switchTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }))
    // A page without scripts follows nobody.
    document.documentElement.classList.toggle('dark', chosen === 'dark')
  }, theme)
}

/** How many pixels the page is wider than the window. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Waits until nothing moves any more: what comes in or fades has other colours on its way. */
export const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        // The ring of what is loading never ends.
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  )
