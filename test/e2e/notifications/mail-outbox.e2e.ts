import { rows, refreshUntil } from '#test/e2e/support/mails.ts'
import { expect, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

testOnPhone(
  'the outbox shows how email is delivered, lists sent emails, and resends an email',
  async ({ desk }) => {
    const lender = await desk.makeLender()
    await lender.call('requestPasswordReset', { body: { email: lender.email } })
    const page = await desk.openAs(desk.admin)
    await page.goto('/profile')
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    const deskLinks = page.getByRole('navigation', { name: 'Desk' })
    await deskLinks.getByRole('link', { name: 'Mail Outbox' }).click()
    await expect(page).toHaveURL('/admin/mail')
    await expect(page.getByRole('heading', { level: 1, name: 'Mail Outbox' })).toBeVisible()
    await expect(page.getByText("Email isn't set up, so nothing is delivered.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Test Email' })).toHaveCount(0)
    // Without a mail server, the outbox must not show any email as sent.
    await expect(tab(page, 'Sent')).toHaveCount(0)

    await tab(page, 'Saved').click()
    await expect(page).toHaveURL('/admin/mail?state=saved')
    await page.reload()
    await expect(tab(page, 'Saved')).toHaveAttribute('aria-selected', 'true')
    // Lenders also get emails about other tests' loans, so look for the email with the reset link.
    const links = rows(page, lender.email).filter({ hasText: 'Choose a new password' })
    await refreshUntil(page, links, 1)
    await expect(links).toContainText('Saved to file')
    await expect(links).not.toContainText('Sent')
    await expect(page.getByText('/reset-password')).toHaveCount(0)
    // The time of creation is shown only if the email waited.
    await expect(links).not.toContainText('Created')
    // On phones, the button is only in the dialog.
    await links.getByRole('button', { name: /^Open email/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: lender.firstName })).toBeVisible()
    const sendAgain = dialog.getByRole('button', { name: /^Send again/ })
    await expect(sendAgain).toHaveAccessibleDescription(
      "Email isn't set up, so sending again only saves the message once more. Set SMTP_URL first.",
    )
    await sendAgain.click()
    await expectToast(page, 'Email queued', 'It will be saved to a file in data/mail.')
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search emails' }).fill(lender.email)
    await expect(page).toHaveURL(/state=saved&search=/)
    await expect(page.getByRole('row').filter({ hasText: 'admin@' })).toHaveCount(0)
    // Equal emails in a row are folded below their subject, so only their buttons name it.
    const again = page.getByRole('button', { name: `, to ${lender.email}` })
    await refreshUntil(page, again.and(page.getByLabel(/Choose a new password/)), 2)

    await page.getByRole('searchbox', { name: 'Search emails' }).fill('')
    await expect(page).toHaveURL('/admin/mail?state=saved')
    await tab(page, 'Failed').click()
    await expect(page).toHaveURL('/admin/mail?state=failed')
    // Emails about other tests' deleted loans are canceled.
    const failed = page.getByText('No emails failed').or(page.getByText('Failed', { exact: true }))
    await expect(failed.first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/admin/mail?state=saved')
  },
)
