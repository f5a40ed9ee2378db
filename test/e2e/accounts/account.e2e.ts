import { enter, expect, test, type Page } from '#test/e2e/support/desk.ts'
import { mailsTo, waitForMailTo } from '#test/e2e/support/mails.ts'
import { expectToast, logIn } from '#test/e2e/support/screen.ts'
import { security } from '#test/support/requirements.ts'

test('a profile edit changes the name everywhere and keeps the email setting', async ({
  page,
  lender,
}) => {
  await test.step('a name changed in the profile also changes in the navigation', async () => {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue(lender.firstName)
    await expect(page.getByRole('button', { name: 'Change Email' })).toHaveCount(0)
    await page.getByLabel('First name').fill('')
    await page.getByRole('button', { name: 'Save Name' }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await page.getByLabel('First name').fill('Maud')
    const save = page.getByRole('button', { name: 'Save Name' })
    const request = await holdSave(page)
    await save.press('Enter')
    await expect(save).toBeDisabled()
    await page.getByLabel('First name').press('Enter')
    await save.focus()
    request.release()
    await expectToast(page, 'Profile updated')
    await expect(save).toBeDisabled()
    await expect(save).toBeFocused()
    expect(request.count()).toBe(1)
    await expect(page.getByRole('button', { name: 'Maud Brook' })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Maud')
  })

  await test.step('an unsaved name is restored when the user returns to the profile', async () => {
    await page.getByLabel('Company').fill('Brook Capital')
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByLabel('Company')).toHaveValue('Brook Capital')
    await page.getByRole('button', { name: 'Save Name' }).click()
    await expectToast(page, 'Profile updated')
    await expect(page.getByText('You have unsaved changes')).toBeHidden()
  })

  await test.step('the profile offers to restore an unsaved name when the user returns', async () => {
    const choice = page.getByLabel('Email me notifications too')
    await expect(choice).toBeChecked()
    await choice.uncheck()
    await expectToast(page, 'Profile updated', 'We no longer email you notifications.')
    await page.reload()
    await expect(choice).not.toBeChecked()
    expect(await lender.call('getCurrentUser')).toMatchObject({ notifyByEmail: 'false' })
    await page.route('**/api/auth/user', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await choice.click()
    await expectToast(page, 'Profile not updated', 'The server cannot be reached')
    await expect(choice).not.toBeChecked()
  })
})

test('a password change ends other sessions, and only the new password works', async ({
  page,
  desk,
  lender,
}) => {
  const elsewhere = await desk.signIn(lender)
  await page.goto('/profile')
  const change = page.getByRole('button', { name: 'Change Password' })
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('a new password')
  await page.getByLabel('Confirm new password').fill('a new passwort')
  await change.click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm new password').fill('a new password')
  await change.click()
  await expectToast(page, 'Password not changed', "Your current password isn't right")
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    "Your current password isn't right",
  )
  await page.getByLabel('Current password').fill(lender.password)
  await change.click()
  await expectToast(page, 'Password changed')
  expect(await elsewhere.refusal('getCurrentUser')).toContain('401')

  const fresh = await desk.openAs(null)
  await logIn(fresh, lender.email, lender.password)
  await expectToast(fresh, 'Login failed', 'Invalid email or password')
  await logIn(fresh, lender.email, 'a new password')
  await expect(fresh).toHaveURL('/dashboard')
})

test('an emailed reset link can set a new password only once', async ({ page, desk }) => {
  const lender = await desk.makeLender()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.getByLabel('Email').fill(lender.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()

  const mail = await waitForMailTo(lender.email, '/reset-password?token=')
  const [link = ''] = /http\S+\/reset-password\?token=\S+/.exec(mail) ?? []
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Confirm new password').fill('short')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a new password')
  await page.getByLabel('Confirm new password').fill('a new password')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expectToast(page, 'Password changed')
  await expect(page).toHaveURL('/login')
  await logIn(page, lender.email, 'a new password')
  await expect(page).toHaveURL('/dashboard')

  const another = await desk.openAs(null)
  await another.goto(link)
  await another.getByLabel('New password', { exact: true }).fill('yet another one')
  await another.getByLabel('Confirm new password').fill('yet another one')
  await another.getByRole('button', { name: 'Set New Password' }).click()
  await expectToast(another, 'Password not changed')
})

test('a reset for an unknown email address sends no email, and an incomplete reset link offers to request another link', async ({
  page,
}) => {
  await test.step('an incomplete reset link shows a message and a link for requesting another reset', async () => {
    await page.goto('/reset-password')
    await expect(page.getByText('This link is incomplete.')).toBeVisible()
    await page.getByRole('link', { name: 'request a new one' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  await test.step('a reset for an unknown email address shows the same response without sending an email', async () => {
    await page.getByLabel('Email').fill('nobody-at-all@example.com')
    await page.getByRole('button', { name: 'Send Link' }).click()
    await expect(page.getByRole('main').getByRole('status')).toBeVisible()
    expect(await mailsTo('nobody-at-all@example.com')).toEqual([])
  })
})

const secretFields: Record<string, Record<string, string>> = {
  '/login': { Email: 'username', Password: 'current-password' },
  '/register': {
    Email: 'username',
    Password: 'new-password',
    'Confirm password': 'new-password',
  },
  '/forgot-password': { Email: 'username' },
  '/reset-password?token=t': {
    'New password': 'new-password',
    'Confirm new password': 'new-password',
  },
  '/profile': {
    'Current password': 'current-password',
    'New password': 'new-password',
    'Confirm new password': 'new-password',
  },
}

const pasted = 'pasted, not typed'

async function pasteInto(page: Page, fields: Record<string, string>) {
  for (const [name, autocomplete] of Object.entries(fields)) {
    const field = page.getByLabel(name, { exact: true })
    await expect(field, name).toHaveAttribute('autocomplete', autocomplete)
    await field.press('ControlOrMeta+a')
    await field.press('ControlOrMeta+v')
    await expect(field, name).toHaveValue(pasted)
  }
}

test('password and code fields accept pasted text and work with password managers', async ({
  page,
  desk,
}) => {
  security('6.2.7')
  const lender = await desk.makeLender()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 401,
      json: { message: 'A code, please', code: 'two_factor_required' },
    }),
  )
  for (const [address, fields] of Object.entries(secretFields)) {
    if (address === '/profile') await enter(page.context(), lender)
    await page.goto(address)
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
    await pasteInto(page, fields)
    if (address !== '/login') continue
    await logIn(page, lender.email, lender.password)
    await pasteInto(page, { Code: 'one-time-code' })
  }
  await page.getByRole('button', { name: 'Set Up' }).click()
  const field = page.getByRole('dialog').getByLabel('Current password')
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await field.press('ControlOrMeta+v')
  await expect(field).toHaveValue(pasted)
})

async function holdSave(page: Page) {
  let count = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/auth/user', async (route) => {
    if (route.request().method() === 'PATCH') {
      count += 1
      await released
    }
    await route.fallback()
  })
  return { release, count: () => count }
}
