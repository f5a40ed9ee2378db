import { startProduct } from '#test/support/product.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import type { Locator } from '@playwright/test'
import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

/** Refreshes until the email has been sent, because the page loads only on request. */
async function refreshUntil(page: Page, mails: Locator, count: number) {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    // Emails of other tests may have pushed it to the next page.
    const more = page.getByRole('button', { name: 'Load More' })
    if (await more.isVisible()) await more.click()
    await expect(mails).toHaveCount(count, { timeout: 1000 })
  }).toPass()
}

testOnPhone(
  'the outbox shows how email is sent and what was sent, and resends it',
  async ({ desk }) => {
    const lender = await desk.makeLender()
    await lender.call('requestPasswordReset', { body: { email: lender.email } })
    const page = await desk.openAs(desk.admin)
    await page.goto('/profile')
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    await page.getByRole('button', { name: new RegExp(desk.admin.email) }).click()
    await page.getByRole('menuitem', { name: 'Mail Outbox' }).click()
    await expect(page).toHaveURL('/admin/mail')
    await expect(page.getByRole('heading', { level: 1, name: 'Mail Outbox' })).toBeVisible()
    await expect(page.getByText("Email isn't set up, so nothing is delivered.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Test Email' })).toHaveCount(0)
    // Nothing is sent, so nothing may look as if it was.
    await expect(tab(page, 'Sent')).toHaveCount(0)

    await tab(page, 'Saved to File').click()
    await expect(page).toHaveURL('/admin/mail?state=saved')
    await page.reload()
    await expect(tab(page, 'Saved to File')).toHaveAttribute('aria-selected', 'true')
    // Lenders get emails about the loans of other tests, so this test looks at its own reset link.
    const links = rows(page, lender.email).filter({ hasText: 'Choose a new password' })
    await refreshUntil(page, links, 1)
    await expect(links).toContainText('Saved to file')
    await expect(links).not.toContainText('Sent')
    await expect(page.getByText('/reset-password')).toHaveCount(0)
    const resend = links.getByRole('button', { name: /^Send again/ })
    await resend.click()
    await expectToast(page, 'Email queued', 'It will be saved to a file in data/mail.')
    await expect(resend.last()).toBeFocused()
    await refreshUntil(page, links, 2)

    await tab(page, 'Failed').click()
    await expect(page).toHaveURL('/admin/mail?state=failed')
    await expect(page.getByText('No emails failed')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/admin/mail?state=saved')
  },
)

// It starts its own product, which is slow, so one project runs it.
test('a test email that is refused shows the reason of the mail server @long', async ({
  browser,
}) => {
  test.slow()
  // No server listens on the first port.
  const product = await startProduct({
    settings: { SMTP_URL: 'smtp://127.0.0.1:1' },
    parentFolder: memoryFolder(),
  })
  const context = await browser.newContext({ baseURL: product.address })
  try {
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('Email').fill(product.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(product.admin.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/admin/mail?state=queued')
    await expect(page.getByText('Email is sent through the server in SMTP_URL.')).toBeVisible()
    await page.getByRole('button', { name: 'Send Test Email', exact: true }).click()
    await expectToast(page, 'Test email queued', `It's being sent to ${product.admin.email}.`)
    const sent = rows(page, 'Test email from Paripassu')
    await refreshUntil(page, sent.filter({ hasText: 'ECONNREFUSED' }), 1)
    await expect(sent).toContainText('Next')
    await expect(sent).toContainText('Queued')
  } finally {
    await context.close()
    await product.stop()
  }
})

test('an outbox that fails to load can be retried @long', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await page.route('**/api/admin/mails?*', (route) => route.abort())
  await page.goto('/admin/mail')
  await expect(page.getByText("The emails couldn't be loaded")).toBeVisible()
  await page.unroute('**/api/admin/mails?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText("The emails couldn't be loaded")).toBeHidden()
})
