import { expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { clickAgainOnceGone, closeReceipt, expectToast } from '#test/e2e/support/screen.ts'

test.use({ events: true })

testOnPhone(
  'completed items disappear from the Today list, and new items appear',
  async ({ page, desk, lender }) => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await page.goto('/dashboard')
    const today = page.getByRole('region', { name: 'Today' })
    await expect(today.getByRole('listitem')).toHaveText([/Make your soft 10% binding/])
    await today.getByRole('button', { name: `Make Binding: 10% of ${loan.title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make Binding' }).click()
    await closeReceipt(page)
    await expect(today.getByText("You're all caught up")).toBeVisible()

    const body = { loanId: loan.id, message: 'The closing is on May 4.', recipientId: lender.id }
    await desk.admin.call('createMessage', { body })
    await today.getByRole('link', { name: `Read Answer: ${loan.title}` }).click()
    await expect(page.getByText('The closing is on May 4.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused()
    await expect(page).toHaveURL(`/loans/${loan.id}`)
    await page.goto('/dashboard')
    await expect(today.getByText("You're all caught up")).toBeVisible()
  },
)

test("after a row is completed, a second click in the same position doesn't affect another row", async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const page = await desk.openAs(desk.admin)
  const at = new Date().toISOString()
  const none = { items: [], count: 0 }
  const mail = {
    ...{ id: crypto.randomUUID(), recipient: 'ida@example.com' },
    ...{ subject: 'Your account is approved', createdAt: at },
  }
  let isSent = false
  const covered = {
    ...{ loanId: loan.id, loanTitle: loan.title },
    ...{ committedPercentage: '95.00', softPercentage: '0.00' },
  }
  // Hides items that other tests created on the shared server.
  await page.route('**/api/admin/today', async (route) => {
    const json = {
      approvals: none,
      accessRequests: none,
      questions: none,
      failedMails: isSent ? none : { items: [mail], count: 1 },
      oldBackups: none,
      missingMoney: none,
      openRounds: none,
      openTerms: none,
      due: none,
      oversubscribed: none,
      nearlyCovered: { items: [covered], count: 1 },
      staleSoft: none,
    }
    await route.fulfill({ json })
  })
  await page.goto('/dashboard')
  const rows = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await page.route('**/api/admin/mails/*/resend', async (route) => {
    isSent = true
    await route.fulfill({ json: {} })
  })
  await expect(rows).toHaveText([/Email to ida@example.com wasn't delivered/, /95%/])
  const send = page.getByRole('button', { name: 'Send again: email to ida@example.com' })
  await clickAgainOnceGone(send)
  await send.click()
  await expectToast(page, 'Email queued')
  await expect(rows).toHaveText([/95%/])
  await expect(page).toHaveURL('/dashboard')
})
