import { randomUUID } from 'node:crypto'
import { expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { expectToast, searchUsers } from '#test/e2e/support/screen.ts'

test('an administrator changes the firm of a pending user', async ({ desk }) => {
  const name = `Birch Bank ${randomUUID()}`
  await desk.admin.call('createFirm', { body: { name } })
  const pending = await desk.makePending({ firstName: 'Bea', lastName: 'Birch' })
  const page = await desk.openAs(desk.admin)
  await page.goto(`/admin?tab=pending&user=${pending.id}`)
  await page.getByRole('button', { name: 'Change the firm of Bea Birch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByRole('combobox', { name: 'Firm', exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await dialog.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'User updated successfully')
  await expect(page.getByRole('row').filter({ hasText: pending.email })).toContainText(name)
})

testOnPhone('an administrator sorts the users by name', async ({ desk }) => {
  const own = `Zo${randomUUID().slice(0, 8)}`
  for (const firstName of ['Ada', 'Cleo', 'Bert'])
    await desk.makeLender({ firstName, lastName: own })
  const page = await desk.openAs(desk.admin)
  await searchUsers(page, own)
  const names = page.getByRole('link', { name: new RegExp(`^[A-Z][a-z]+ ${own}$`) })
  await expect(names).toHaveText([`Bert ${own}`, `Cleo ${own}`, `Ada ${own}`])
  await page.getByLabel('Sort users').selectOption({ label: 'Name' })
  await expect(names).toHaveText([`Ada ${own}`, `Bert ${own}`, `Cleo ${own}`])
  await expect(page).toHaveURL(/[?&]sort=name/)
})
