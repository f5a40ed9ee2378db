import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, logIn, searchUsers } from '#test/e2e/support/screen.ts'

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** Manage Users, with that person alone. */
async function openUser(page: Page, email: string) {
  await searchUsers(page, email)
  await expect(row(page, email)).toBeVisible()
}

test('somebody who registered is approved, and is a lender from then on @phone', async ({
  desk,
}) => {
  const pending = await desk.makePending({ firstName: 'Ida', lastName: 'Quist' })
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin?tab=pending')
  await expect(row(page, pending.email)).toContainText('Ida Quist')
  await row(page, pending.email).getByRole('button', { name: 'Approve Ida Quist' }).click()
  await expectToast(page, 'User approved successfully')
  await expect(row(page, pending.email)).toBeHidden()
  await openUser(page, pending.email)
  await expect(row(page, pending.email).getByText('Pending', { exact: true })).toBeHidden()
  expect(await pending.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
})

test('somebody who is rejected is asked about first, and may register again', async ({ desk }) => {
  const pending = await desk.makePending({ firstName: 'Rolf', lastName: 'Hagen' })
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin?tab=pending')
  const reject = row(page, pending.email).getByRole('button', { name: 'Reject Rolf Hagen' })
  await reject.click()
  const dialog = page.getByRole('alertdialog', { name: 'Reject Rolf Hagen?' })
  await expect(dialog).toContainText(pending.email)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(reject).toBeFocused()

  await reject.click()
  await page.route('**/api/admin/users/*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expectToast(page, 'Error', 'Failed to reject user')
  await page.unroute('**/api/admin/users/*')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expectToast(page, 'User rejected successfully')
  await expect(row(page, pending.email)).toBeHidden()
  expect(await pending.refusal('getCurrentUser')).toContain('401')
  await desk.makePending({ email: pending.email })
})

test('an account is edited, and what is wrong with it is said at its field @phone', async ({
  desk,
}) => {
  const lender = await desk.makeLender()
  const another = await desk.makeLender()
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await expect(row(page, lender.email).getByText('Lender', { exact: true }).first()).toBeAttached()
  await page.getByRole('button', { name: 'Edit Lena Brook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()

  await dialog.getByLabel('First name').fill('  ')
  await dialog.getByLabel('Email').fill('nowhere')
  await save.click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()

  await dialog.getByLabel('First name').fill('Maud')
  await dialog.getByLabel('Email').fill(another.email)
  await save.click()
  await expectToast(page, 'Error', 'Failed to update user')
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    'An account with this email already exists',
  )

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('alertdialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep Editing' })
    .click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Maud')

  await dialog.getByLabel('Email').fill(lender.email)
  await dialog.getByLabel('Role').selectOption({ label: 'Administrator' })
  await expect(dialog.getByLabel('Approved')).toBeDisabled()
  await save.click()
  await expectToast(page, 'User updated successfully')
  await expect(dialog).toBeHidden()
  await expect(row(page, lender.email)).toContainText('Maud Brook')
  await expect(row(page, lender.email)).toContainText('Admin')
  // Another role is taken up by signing in again.
  expect(await lender.refusal('getCurrentUser')).toContain('401')
  await desk.admin.call('updateUser', { params: { id: lender.id }, body: { isAdmin: 'false' } })
})

test('approval is taken back in the dialog', async ({ desk }) => {
  const lender = await desk.makeLender()
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await page.getByRole('button', { name: 'Edit Lena Brook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  await dialog.getByLabel('Approved').uncheck()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'User updated successfully')
  await expect(row(page, lender.email).getByText('Pending', { exact: true })).toBeVisible()
})

test('a bound lender cannot be deleted, and the dialog says why', async ({ desk }) => {
  const lender = await desk.makeLender({ firstName: 'Bo', lastName: 'Bound' })
  await desk.makeCommitment(lender, await desk.makeLoan())
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await page.getByRole('button', { name: 'Delete Bo Bound' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Bo Bound cannot be deleted' })
  await expect(dialog).toContainText('1 binding commitment')
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
})

test('who has written is deactivated, cannot sign in, and comes back', async ({ desk }) => {
  const lender = await desk.makeLender({ firstName: 'Dora', lastName: 'Lang' })
  const loan = await desk.makeLoan()
  await lender.call('createMessage', { body: { loanId: loan.id, message: 'Is the roof new?' } })
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await page.getByRole('button', { name: 'Delete Dora Lang' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Deactivate Dora Lang?' })
  await expect(dialog).toContainText('1 commitment or message on record')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expectToast(page, 'User deactivated')
  await expect(row(page, lender.email).getByText('Deactivated', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Dora Lang' })).toBeHidden()
  expect(await lender.refusal('getCurrentUser')).toContain('401')
  const visitor = await desk.openAs(null)
  await logIn(visitor, lender.email, lender.password)
  await expectToast(visitor, 'Login failed')

  await page.getByRole('button', { name: 'Edit Dora Lang' }).click()
  await expect(page.getByLabel('Role')).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reactivate Dora Lang' }).click()
  await expectToast(page, 'User reactivated')
  await expect(row(page, lender.email).getByText('Deactivated', { exact: true })).toBeHidden()
  await logIn(visitor, lender.email, lender.password)
  await expect(visitor).toHaveURL('/dashboard')
})

test('who has left no trace is deleted', async ({ desk }) => {
  const lender = await desk.makeLender({ firstName: 'Nils', lastName: 'Blank' })
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await page.getByRole('button', { name: 'Delete Nils Blank' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Nils Blank?' })
  await expect(dialog).toContainText('permanently deleted')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'User deleted successfully')
  await expect(page.getByText('No users found')).toBeVisible()
})

test('a reset link is handed over, and lets its holder choose a password once', async ({
  desk,
}) => {
  const lender = await desk.makeLender()
  const page = await desk.openAs(desk.admin)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openUser(page, lender.email)
  await page.getByRole('button', { name: 'Edit Lena Brook' }).click()
  await page.getByRole('button', { name: 'Make Reset Link' }).click()
  const link = await page.getByLabel('Password reset link').inputValue()
  expect(link).toContain('/reset-password?token=')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('It works once, until')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const visitor = await desk.openAs(null)
  await visitor.goto(link)
  await visitor.getByLabel('New password', { exact: true }).fill('a new password')
  await visitor.getByLabel('Confirm new password').fill('a new password')
  await visitor.getByRole('button', { name: 'Set New Password' }).click()
  await expectToast(visitor, 'Password changed')
  await logIn(visitor, lender.email, 'a new password')
  await expect(visitor).toHaveURL('/dashboard')
})

test('nobody deletes or demotes themselves', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await openUser(page, desk.admin.email)
  await expect(row(page, desk.admin.email).getByText('You', { exact: true })).toBeVisible()
  const remove = row(page, desk.admin.email).getByRole('button', { name: /^Delete/ })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription('You cannot delete yourself.')
  await row(page, desk.admin.email).getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByLabel('Role')).toBeDisabled()
  await expect(page.getByLabel('Role')).toHaveAccessibleDescription(
    'You cannot change your own role or approval.',
  )
  await expect(page.getByLabel('Approved')).toBeDisabled()
})

test('nobody changes the own address or makes the own reset link among the users', async ({
  desk,
}) => {
  const page = await desk.openAs(desk.admin)
  await openUser(page, desk.admin.email)
  await row(page, desk.admin.email).getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  const address = dialog.getByLabel('Email')
  await expect(address).toHaveValue(desk.admin.email)
  await expect(address).not.toBeEditable()
  // Which of the two it is depends on how many administrators other journeys have made.
  await expect(address).toHaveAccessibleDescription(
    /^(You cannot change your own e-mail address; another administrator can|You change your own email address on your profile, with your password)\.$/,
  )
  const link = dialog.getByRole('button', { name: 'Make Reset Link' })
  await expect(link).toBeDisabled()
  await expect(link).toHaveAccessibleDescription(
    'You cannot make a reset link for yourself; you change your password on your profile, with the current one.',
  )
})

test('somebody who has lost a device is signed out everywhere, and signs in again', async ({
  desk,
}) => {
  const lender = await desk.makeLender({ firstName: 'Ines', lastName: 'Falk' })
  const theirs = await desk.openAs(lender)
  await theirs.goto('/dashboard')
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await row(page, lender.email).getByRole('button', { name: 'Edit Ines Falk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  await dialog.getByLabel('Last name').fill('Falk-Ode')
  const signOut = dialog.getByRole('button', { name: 'Sign Out Everywhere' })
  await signOut.click()
  const question = page.getByRole('alertdialog', { name: 'Sign Ines Falk out everywhere?' })
  await expect(question).toContainText(lender.email)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(signOut).toBeFocused()

  await page.route('**/sign-out', (route) => route.abort())
  await signOut.click()
  await question.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expectToast(page, 'Error', 'Failed to sign the user out')
  await page.unroute('**/sign-out')
  await question.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expectToast(page, 'Signed out everywhere', 'Ines Falk was signed in once')
  await expect(question).toBeHidden()
  await expect(signOut).toBeFocused()
  // What was typed in the form has not been touched, nor saved.
  await expect(dialog.getByLabel('Last name')).toHaveValue('Falk-Ode')
  await theirs.goto('/loans')
  await expect(theirs).toHaveURL('/login?to=/loans')
  await logIn(theirs, lender.email, lender.password)
  await expect(theirs).toHaveURL('/dashboard')
})

test('nobody is signed out among the users by the own hand', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await openUser(page, desk.admin.email)
  await row(page, desk.admin.email).getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  await expect(dialog.getByRole('button', { name: 'Make Reset Link' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign Out Everywhere' })).toBeHidden()
})

test('a search that finds nobody is cleared again', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await searchUsers(page, 'nobody at all')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
})
