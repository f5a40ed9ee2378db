import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from './support/desk.ts'
import { expectToast, logIn } from './support/screen.ts'
import { served } from './support/served.ts'

/** The newest mail to an address; mails are kept in a folder where no server is set up. */
async function newestMailTo(email: string): Promise<string> {
  const folder = path.join(served().dataDir, 'mail')
  for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
    if (!name.endsWith('.eml')) continue
    const mail = await readFile(path.join(folder, name), 'utf8')
    if (mail.includes(`To: ${email}`)) return mail
  }
  return ''
}

test('names are changed on the profile and shown in the navigation', async ({ page, lender }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue(lender.firstName)
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await page.getByLabel('First name').fill('Maud')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expectToast(page, 'Profile updated')
  await expect(page.getByRole('button', { name: 'Maud Brook' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Maud')
})

test('a changed password counts from then on, and other sign-ins have ended', async ({
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
  await expectToast(page, 'Password not changed', 'The current password is not right')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'The current password is not right',
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

test('a forgotten password is replaced through the mailed link, once', async ({ page, desk }) => {
  const lender = await desk.makeLender()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.getByLabel('Email').fill(lender.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()

  await expect.poll(() => newestMailTo(lender.email)).toContain('/reset-password?token=')
  const [link = ''] =
    /http\S+\/reset-password\?token=\S+/.exec(await newestMailTo(lender.email)) ?? []
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

test('an unknown address gets the same answer, and no mail', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody-at-all@example.com')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  expect(await newestMailTo('nobody-at-all@example.com')).toBe('')
})

test('a link that is incomplete says so', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
  await page.getByRole('link', { name: 'ask for a new one' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
