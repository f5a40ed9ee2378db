import { enter, expect, testOnPhone } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { newEmail } from '#test/support/builders.ts'

testOnPhone(
  'an administrator invites a lender, who registers through the link and can commit immediately',
  async ({ page, desk, browser, baseURL }) => {
    const email = newEmail()
    await enter(page.context(), desk.admin)
    await page.goto('/admin?tab=users')
    await page.getByRole('button', { name: 'Invite Lenders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Lenders' })
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog.getByText('Enter at least one email address')).toBeVisible()
    await expect(dialog).toContainText("Email isn't set up here")
    const addresses = dialog.getByLabel('Email addresses')
    await addresses.fill(`${desk.admin.email} ${email}`)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(addresses).toHaveAccessibleDescription(
      new RegExp(`${desk.admin.email} already has an account\\. Nobody was invited\\.`),
    )
    await expect(addresses).toBeFocused()
    await addresses.fill(`Ada Cole <${email}>`)
    await expect(addresses).not.toHaveAccessibleDescription(/already has an account/)
    await dialog.getByLabel('Company').fill('Quay Bank')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expectToast(page, 'Lender invited')
    const link = page.getByRole('dialog', { name: 'Invitation' }).getByLabel(email)
    const url = new URL(await link.inputValue())
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Invite Lenders' })).toBeFocused()
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Open')

    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    const theirs = await context.newPage()
    await theirs.goto(url.pathname + url.search)
    await expect(theirs.getByLabel('Email')).toHaveValue(email)
    await theirs.getByLabel('First name').fill('Ada')
    await theirs.getByLabel('Last name').fill('Cole')
    await theirs.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await theirs.getByLabel('Confirm password').fill('correct horse battery')
    await theirs.getByRole('button', { name: 'Create Account' }).click()
    await expect(theirs).toHaveURL('/dashboard')
    await expect(theirs.getByText('Your account is awaiting approval.')).toHaveCount(0)
    await context.close()

    const another = newEmail()
    await desk.admin.call('createInvitations', { body: { emails: [another] } })
    await page.reload()
    await expect(row.filter({ hasText: 'Accepted' })).toContainText('Quay Bank')
    await page.getByRole('button', { name: `Withdraw the invitation of ${another}` }).press('Enter')
    await expectToast(page, 'Invitation withdrawn')
    await expect(page.getByRole('heading', { name: 'Invitations' })).toBeFocused()
  },
)
