import type { Account } from '#test/support/builders.ts'
import { enter, expect, type Desk, type Page, type Person } from './desk.ts'

export async function openPanel(page: Page, admin: Person, search = '') {
  await enter(page.context(), admin)
  await page.goto(search ? `/admin?search=${encodeURIComponent(search)}` : '/admin')
  await expect(page.getByRole('heading', { name: 'Loan Opportunities' })).toBeVisible()
}

export const createLoan = 'Create New Loan'

/** Chooses an action of a loan or a user in a list. On phones, a menu contains the actions. */
export async function actOn(page: Page, action: 'Edit' | 'Delete', name: string) {
  const menu = page.getByRole('button', { name: `Actions for ${name}` })
  const button = page.getByRole('button', { name: `${action} ${name}` })
  await expect(menu.or(button)).toBeVisible()
  if (await button.isVisible()) return button.click()
  await menu.click()
  return page.getByRole('menuitem', { name: action }).click()
}

/** @param opener Such as "Create New Loan", or "Edit" and a loan's title. */
export async function openForm(page: Page, opener: string) {
  if (opener.startsWith('Edit ')) await actOn(page, 'Edit', opener.slice('Edit '.length))
  else await page.getByRole('button', { name: opener }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Loan Title')).toBeVisible()
  return dialog
}

export async function makeAdmin(desk: Desk, fields: Partial<Account>) {
  const person = await desk.makeLender(fields)
  await desk.admin.call('updateUser', { params: { id: person.id }, body: { isAdmin: 'true' } })
  // A role change ends the account's sessions.
  return desk.signIn(person)
}
