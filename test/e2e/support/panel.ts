/** The administrators' panel and its loan form, for several tests. */
import type { Account } from '#test/support/builders.ts'
import { enter, expect, type Desk, type Page, type Person } from './desk.ts'

/** Opens the panel as an administrator, with a search for a title. */
export async function openPanel(page: Page, admin: Person, search = '') {
  await enter(page.context(), admin)
  await page.goto(search ? `/admin?search=${encodeURIComponent(search)}` : '/admin')
  await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeVisible()
}

export const createLoan = 'Create New Loan'

/** Opens the loan form with this button, and waits until it is filled. */
export async function openForm(page: Page, opener: string) {
  await page.getByRole('button', { name: opener }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Loan Title')).toBeVisible()
  return dialog
}

/** Creates another administrator. */
export async function makeAdmin(desk: Desk, fields: Partial<Account>) {
  const person = await desk.makeLender(fields)
  await desk.admin.call('updateUser', { params: { id: person.id }, body: { isAdmin: 'true' } })
  // A change of role ends the sessions of the account.
  return desk.signIn(person)
}
