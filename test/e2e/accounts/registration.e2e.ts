import { randomUUID } from 'node:crypto'
import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { browseFor, expectToast, expectReceipt } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function fillIn(page: Page, email: string) {
  await field(page, 'First name').fill('Ada')
  await field(page, 'Last name').fill('Cole')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('correct horse')
  await field(page, 'Confirm password').fill('correct horse')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click()

test('registration shows an error on each incomplete field and a toast for a taken email address', async ({
  page,
  desk,
}) => {
  spec('2.4.1', '3.18', '5.2.1', '5.2.2', '5.2.3', '5.2.4', '5.2.5')
  spec('5.2.6', '8.4', '9.6')
  await page.goto('/register')
  await test.step('an incomplete form shows which fields are missing', async () => {
    await submit(page)
    for (const [name, message] of [
      ['First name', 'First name is required'],
      ['Last name', 'Last name is required'],
      ['Email', 'Please enter a valid email address'],
      ['Password', 'Password must be at least 8 characters'],
      ['Confirm password', 'Please confirm your password'],
    ] as const) {
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(field(page, name)).toHaveAccessibleDescription(message)
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(field(page, 'First name')).toBeFocused()
  })

  await test.step('mismatched passwords show an error only on the confirmation field', async () => {
    await fillIn(page, 'ada@example.com')
    await field(page, 'Confirm password').fill('another horse')
    await submit(page)
    // Wait until the rejected form has moved focus. Otherwise, the change of focus would interrupt typing.
    await expect(field(page, 'Confirm password')).toBeFocused()
    await expect(field(page, 'Confirm password')).toHaveAccessibleDescription(
      "Passwords don't match",
    )
    await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid')
    await field(page, 'Confirm password').fill('correct horse')
    await expect(page.getByText("Passwords don't match")).toBeHidden()
  })

  await test.step('a taken email address shows a toast and a hint on its field, and the form keeps its input', async () => {
    const taken = await desk.makeLender()
    await fillIn(page, taken.email.toUpperCase())
    await submit(page)
    await expectToast(page, 'Registration failed', 'An account with this email already exists')
    await expect(field(page, 'Email')).toBeFocused()
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'An account with this email already exists. Log in, or reset your password.',
    )
    await expect(page).toHaveURL('/register')
    await expect(field(page, 'First name')).toHaveValue('Ada')
  })
})

testOnPhone(
  'a lender registers, awaits approval, is approved, and can then commit',
  async ({ page, desk }) => {
    spec('1.7', '2.1.4', '4.19', '8.27')
    const email = `ada-${randomUUID()}@example.com`
    const loan = await desk.makeLoan()
    await page.goto('/register')
    await fillIn(page, email)
    await submit(page)
    await expectToast(page, 'Registration successful', 'Welcome to Harborline Capital')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Your account is awaiting approval.')).toBeVisible()
    await page.getByLabel('Which firm are you with?').fill('Cole Capital')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Firm saved')
    await expect(page.getByLabel('Which firm are you with?')).toBeHidden()

    await browseFor(page, loan)
    const commit = page.getByRole('button', { name: `Commit to ${loan.title}` })
    await expect(commit).toBeDisabled()
    await expect(commit).toHaveAccessibleDescription('Your account is awaiting approval.')

    const desktop = await desk.openAs(desk.admin)
    await desktop.goto('/admin?tab=pending')
    await expect(desktop.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    const row = desktop.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Cole Capital')
    await row.getByRole('button', { name: 'Approve Ada Cole' }).click()
    await expectToast(desktop, 'User approved successfully')
    await expect(row).toBeHidden()

    await browseFor(page, loan)
    await expect(page.getByText('Your account is awaiting approval.')).toBeHidden()
    await commit.click()
    const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    await expectReceipt(page, '$250,000.00', '10% of')
  },
)

test('a pending user sees a notice on every page that requires approval', async ({
  page,
  desk,
  pending,
}) => {
  spec('6.3')
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'awaiting approval' })).toBeVisible()
  await expect(page.getByText('Documents, photos and messages are locked')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Loan Documents' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Commit to This Loan' })).toBeDisabled()
  await expect(
    page.getByRole('button', { name: 'Commit to This Loan' }),
  ).toHaveAccessibleDescription('Your account is awaiting approval.')
  await page.getByRole('button', { name: `Favorite ${loan.title}` }).click()
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(page.getByLabel('Which firm are you with?')).toBeHidden()
  await page.goto('/commitments')
  await expect(
    page.getByText('No commitments yet. Browse available loans to get started.'),
  ).toBeVisible()
  await expect(page.getByText('Your account is awaiting approval.')).toBeVisible()
  await expect(page.getByLabel('Which firm are you with?')).toBeHidden()
  expect(await pending.call('listFavorites')).toMatchObject([{ loanId: loan.id }])
})
