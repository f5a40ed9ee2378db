/** The administrators' panel and its loan form, as several journeys open them. */
import type { Account } from '#test/support/builders.ts'
import { enter, expect, type Desk, type Page, type Person } from './desk.ts'

/** The panel in an administrator's name, its list narrowed to what a title finds. */
export async function openPanel(page: Page, admin: Person, search = '') {
  await enter(page.context(), admin)
  await page.goto(search ? `/admin?search=${encodeURIComponent(search)}` : '/admin')
  await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeVisible()
}

export const createLoan = 'Create New Loan'

/** Presses what opens the form, and waits until it is filled. */
export async function openForm(page: Page, opener: string) {
  await page.getByRole('button', { name: opener }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Loan Title')).toBeVisible()
  return dialog
}

/** One more administrator, beside the one whose page is open. */
export async function makeAdmin(desk: Desk, fields: Partial<Account>) {
  const person = await desk.makeLender(fields)
  await desk.admin.call('updateUser', { params: { id: person.id }, body: { isAdmin: 'true' } })
  // Another role ends the sessions that were started with the one before.
  return desk.signIn(person)
}
