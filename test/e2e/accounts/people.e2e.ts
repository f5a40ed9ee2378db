import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { actOn } from '#test/e2e/support/panel.ts'
import { clickAgainOnceGone, expectToast, logIn, searchUsers } from '#test/e2e/support/screen.ts'
import { security, spec } from '#test/support/requirements.ts'

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

async function openUser(page: Page, email: string) {
  await searchUsers(page, email)
  await expect(row(page, email)).toBeVisible()
}

testOnPhone(
  "an administrator approves a pending user, and a second click doesn't approve anyone else",
  async ({ desk }) => {
    spec('1.18', '4.11', '8.33')
    const pending = await desk.makePending({ firstName: 'Ida', lastName: 'Quist' })
    const others = [await desk.makePending(), await desk.makePending()]
    const page = await desk.openAs(desk.admin)
    await page.goto('/admin?tab=pending')
    await expect(row(page, pending.email)).toContainText('Ida Quist')
    const approve = row(page, pending.email).getByRole('button', { name: 'Approve Ida Quist' })
    await clickAgainOnceGone(approve)
    await approve.click()
    await expectToast(page, 'User approved successfully')
    await expect(row(page, pending.email)).toBeHidden()
    // The focused button has been removed, so the heading receives focus.
    await expect(page.getByRole('heading', { name: 'Pending Approvals' })).toBeFocused()
    for (const { email } of others) await row(page, email).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
    await expectToast(page, '2 users approved successfully')
    for (const { email } of others) await expect(row(page, email)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Pending Approvals' })).toBeFocused()
    await openUser(page, pending.email)
    await expect(row(page, pending.email).getByText('Pending', { exact: true })).toBeHidden()

    await test.step("an administrator edits and approves a user on the user's page", async () => {
      const another = await desk.makePending({ firstName: 'Uma', lastName: 'Lund' })
      await openUser(page, another.email)
      await page.getByRole('link', { name: 'Uma Lund', exact: true }).click()
      await page.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit User' })
      await dialog.getByLabel('Last name').fill('Berg')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      const heading = page.getByRole('heading', { level: 1, name: 'Uma Berg' })
      await expect(heading).toBeVisible()
      await page.getByRole('button', { name: 'Approve' }).click()
      await expect(heading).toBeFocused()
      await expect(page.getByText('Pending', { exact: true })).toBeHidden()
      await page.getByRole('link', { name: 'Back to Manage Users' }).click()
      await expect(page.getByRole('tab', { name: 'Manage Users' })).toBeVisible()
    })
    expect(await pending.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
  },
)

test('rejecting a user requires confirmation and allows a new registration', async ({ desk }) => {
  spec('1.18', '4.12', '8.18', '8.34')
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

  await test.step("a user with messages on record can't be rejected", async () => {
    const known = await desk.makeLender({ firstName: 'Mia', lastName: 'Stone' })
    const { id: loanId } = await desk.makeLoan()
    await known.call('createMessage', { body: { loanId, message: 'Is the roof new?' } })
    const change = { params: { id: known.id }, body: { isApproved: 'false' } } as const
    await desk.admin.call('updateUser', change)
    await page.reload()
    await page.getByRole('button', { name: 'Reject Mia Stone' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reject Mia Stone?' })
    await question.getByRole('button', { name: 'Reject' }).click()
    await expect(question.getByRole('alert')).toContainText('can only be deactivated')
    await expect(question.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step("a user can't be rejected after another administrator has approved the user", async () => {
    const approved = await desk.makePending({ firstName: 'Nora', lastName: 'Quist' })
    await page.reload()
    const button = row(page, approved.email).getByRole('button', { name: 'Reject Nora Quist' })
    await button.click()
    const question = page.getByRole('alertdialog', { name: 'Reject Nora Quist?' })
    await desk.admin.call('approveUser', { params: { id: approved.id } })
    await question.getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, 'Error', /Nora Quist no longer awaits approval/)
    await expect(question).toBeHidden()
    await expect(button).toBeHidden()
    expect(await approved.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
  })
})

testOnPhone(
  'an administrator edits an account and sees errors next to the fields',
  async ({ desk }) => {
    spec('2.11.27')
    const lender = await desk.makeLender()
    const another = await desk.makeLender()
    const page = await desk.openAs(desk.admin)
    await openUser(page, lender.email)
    await expect(
      row(page, lender.email).getByText('Lender', { exact: true }).first(),
    ).toBeAttached()
    await actOn(page, 'Edit', 'Lena Brook')
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
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
    expect(await lender.refusal('getCurrentUser')).toContain('401')
    await desk.admin.call('updateUser', { params: { id: lender.id }, body: { isAdmin: 'false' } })
  },
)

testOnPhone(
  'an administrator reviews or rejects a pending user in the list of users',
  async ({ desk }) => {
    spec('4.11', '4.12')
    const [welcome, unknown] = [
      await desk.makePending({ firstName: 'Ada', lastName: 'Welcome' }),
      await desk.makePending({ firstName: 'Udo', lastName: 'Unknown' }),
    ]
    const page = await desk.openAs(desk.admin)
    await openUser(page, welcome.email)
    await page.getByRole('button', { name: 'Actions for Ada Welcome' }).click()
    await page.getByRole('menuitem', { name: 'Review' }).click()
    await expect(row(page, welcome.email)).toContainText('without an invitation')
    await row(page, welcome.email).getByRole('button', { name: 'Approve Ada Welcome' }).click()
    await expectToast(page, 'User approved successfully')
    await openUser(page, welcome.email)
    await page.getByRole('button', { name: 'Actions for Ada Welcome' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()

    await openUser(page, unknown.email)
    await page.getByRole('button', { name: 'Actions for Udo Unknown' }).click()
    await page.getByRole('menuitem', { name: 'Reject' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reject Udo Unknown?' })
    await question.getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, 'User rejected successfully')
    await expect(page.getByText('No users found')).toBeVisible()
    expect(await welcome.call('getCurrentUser')).toMatchObject({ isApproved: 'true' })
    expect(await unknown.refusal('getCurrentUser')).toContain('401')
  },
)

test("users without commitments or messages can be deleted, but those with binding commitments can't", async ({
  desk,
}) => {
  spec('2.11.28')
  const page = await desk.openAs(desk.admin)
  await test.step("a lender with binding commitments can't be deleted, and the dialog says why", async () => {
    const lender = await desk.makeLender({ firstName: 'Bo', lastName: 'Bound' })
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan)
    await openUser(page, lender.email)
    await page.getByRole('button', { name: 'Delete Bo Bound' }).click()
    const dialog = page.getByRole('alertdialog', { name: "Bo Bound can't be deleted" })
    await expect(dialog).toContainText('1 binding commitment. Release it first:')
    await expect(dialog.getByRole('button')).toHaveText(['Close'])
    await dialog.getByRole('link', { name: loan.title }).click()
    await expect(page).toHaveURL(`/loans/${loan.id}/book`)
  })

  await test.step('a user without commitments or messages can be deleted', async () => {
    const lender = await desk.makeLender({ firstName: 'Nils', lastName: 'Blank' })
    await openUser(page, lender.email)
    await page.getByRole('button', { name: 'Delete Nils Blank' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Nils Blank?' })
    await expect(dialog).toContainText('deleted for good')
    await page.route('**/api/admin/users?*', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'User deleted successfully')
    await page.unroute('**/api/admin/users?*')
    await page.reload()
    await expect(page.getByText('No users found')).toBeVisible()
  })
})

test("a user who has sent messages is deactivated, can't sign in, and is reactivated", async ({
  desk,
}) => {
  spec('2.11.28', '4.13')
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
  await expect(page.getByRole('heading', { name: 'Platform Users' })).toBeFocused()
  await expect(row(page, lender.email).getByText('Deactivated', { exact: true })).toBeHidden()
  await logIn(visitor, lender.email, lender.password)
  await expect(visitor).toHaveURL('/dashboard')
})

test('an administrator creates a working reset link and revokes approval', async ({ desk }) => {
  spec('2.11.27')
  const page = await desk.openAs(desk.admin)
  await test.step('a reset link created by an administrator sets a new password', async () => {
    const lender = await desk.makeLender()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openUser(page, lender.email)
    await page.getByRole('button', { name: 'Edit Lena Brook' }).click()
    await page.getByRole('button', { name: 'Create Reset Link' }).click()
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

  await test.step('an administrator revokes approval in the dialog', async () => {
    const lender = await desk.makeLender({ firstName: 'Hal', lastName: 'Holder' })
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan)
    await openUser(page, lender.email)
    await page.getByRole('button', { name: 'Edit Hal Holder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await dialog.getByLabel('Approved').uncheck()
    await expect(dialog.getByText(/Holds 1 binding commitment; it stays\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'User updated successfully')
    await expect(row(page, lender.email).getByText('Pending', { exact: true })).toBeVisible()

    await page.goto('/admin?tab=pending')
    await expect(row(page, lender.email)).toContainText('1 binding commitment')
    await page.getByRole('button', { name: 'Reject Hal Holder' }).click()
    const refusal = page.getByRole('alertdialog', { name: "Hal Holder can't be rejected" })
    await expect(refusal.getByRole('link', { name: loan.title })).toBeVisible()
    await expect(refusal.getByRole('button')).toHaveText(['Close'])
    await refusal.getByRole('button').click()
  })
})

test('an administrator signs a user out everywhere, and the user can sign in again', async ({
  desk,
}) => {
  security('7.4.5')
  const lender = await desk.makeLender({ firstName: 'Ines', lastName: 'Falk' })
  const theirs = await desk.openAs(lender)
  await theirs.goto('/dashboard')
  const page = await desk.openAs(desk.admin)
  await openUser(page, lender.email)
  await row(page, lender.email).getByRole('button', { name: 'Edit Ines Falk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
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
  await expectToast(page, 'Signed out everywhere', 'Ines Falk was signed out of 1 browser')
  await expect(question).toBeHidden()
  await expect(signOut).toBeFocused()
  await expect(dialog.getByLabel('Last name')).toHaveValue('Falk-Ode')
  await theirs.goto('/loans')
  await expect(theirs).toHaveURL('/login?to=/loans')
  await logIn(theirs, lender.email, lender.password)
  await expect(theirs).toHaveURL('/dashboard')
})

test("administrators can't delete, demote, or sign out their own accounts or change their own email in Manage Users", async ({
  desk,
}) => {
  spec('2.11.28')
  const page = await desk.openAs(desk.admin)
  const dialog = page.getByRole('dialog', { name: 'Edit User' })

  await test.step('a user search without results can be cleared', async () => {
    await searchUsers(page, 'nobody at all')
    await expect(page.getByText('No users found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Search' }).click()
    await expect(page.getByRole('heading', { name: 'Platform Users' })).toBeFocused()
    await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
  })

  await test.step("administrators can't delete or demote themselves", async () => {
    await openUser(page, desk.admin.email)
    await expect(row(page, desk.admin.email).getByText('You', { exact: true })).toBeVisible()
    const remove = row(page, desk.admin.email).getByRole('button', { name: /^Delete/ })
    await expect(remove).toBeDisabled()
    await expect(remove).toHaveAccessibleDescription("You can't delete your own account.")
    await row(page, desk.admin.email).getByRole('button', { name: /^Edit/ }).click()
    await expect(page.getByLabel('Role')).toBeDisabled()
    await expect(page.getByLabel('Role')).toHaveAccessibleDescription(
      "You can't change your own role or approval.",
    )
    await expect(page.getByLabel('Approved')).toBeDisabled()
  })

  await test.step("administrators can't change their own email address or create a reset link for themselves", async () => {
    const address = dialog.getByLabel('Email')
    await expect(address).toHaveValue(desk.admin.email)
    await expect(address).not.toBeEditable()
    // The dialog's description depends on how many administrators other tests have created.
    await expect(address).toHaveAccessibleDescription(
      /^(You can't change your own email address\. Ask another administrator|Change your own email address on your profile)\.$/,
    )
    const link = dialog.getByRole('button', { name: 'Create Reset Link' })
    await expect(link).toBeDisabled()
    await expect(link).toHaveAccessibleDescription('Change your own password on your profile.')
  })

  await test.step("administrators can't sign themselves out everywhere", async () => {
    await expect(dialog.getByRole('button', { name: 'Create Reset Link' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Sign Out Everywhere' })).toBeHidden()
  })
})
