import { startProduct } from '#test/support/product.ts'
import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { refreshUntil, rows } from '#test/e2e/support/mails.ts'
import { expectToast, fact } from '#test/e2e/support/screen.ts'
import { register } from '#test/e2e/support/uploads.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { spec } from '#test/support/requirements.ts'

// Lenders are notified of other tests' loans, so no test counts all notifications.
const item = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

async function follow(page: Page, text: string) {
  await bell(page).click()
  await item(page, text).getByRole('link').first().click()
}

// Starting a separate server is slow, so only one Playwright project runs this test.
test("a rejected test email shows the mail server's reason", async ({ browser }) => {
  test.slow()
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

test('loading the outbox can be retried after a failure', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await page.route('**/api/admin/mails?*', (route) => route.abort())
  await page.goto('/admin/mail')
  await expect(page.getByText("The emails couldn't be loaded")).toBeVisible()
  await page.unroute('**/api/admin/mails?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText("The emails couldn't be loaded")).toBeHidden()
})

test('opening a notification refreshes a page that is already open', async ({
  page,
  desk,
  lender,
}) => {
  spec('7.5')
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  const params = { id: loan.id }
  await page.goto(`/loans/${loan.id}`)
  await expect(fact(page, 'Rate/LTV')).toContainText('7.25%')
  await expect(page.getByText('No messages yet')).toBeVisible()
  await page.getByLabel('Your message').fill('Is the roof new?')

  await desk.admin.call('updateLoan', { params, body: { interestRate: '8.75' } })
  await follow(page, `The terms of ${loan.title} changed`)
  await expect(fact(page, 'Rate/LTV')).toContainText('8.75%')
  await expect(page.getByLabel('Your message')).toHaveValue('Is the roof new?')

  const answer = { loanId: loan.id, message: 'It was laid in May.', recipientId: lender.id }
  await desk.admin.call('createMessage', { body: answer })
  await follow(page, `answers you on ${loan.title}`)
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('It was laid in May.')

  await register(desk, 'document', loan.id, 'Roof Survey.pdf')
  await follow(page, `"Roof Survey.pdf" was added to ${loan.title}`)
  const documents = page.getByRole('region', { name: 'Loan Documents' })
  await expect(documents.getByText('Roof Survey.pdf')).toBeVisible()
})

test('a previously opened panel tab shows new registrations and a matching count', async ({
  desk,
}) => {
  spec('7.5')
  const page = await desk.openAs(desk.admin)
  const openTab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  const row = ({ email }: { email: string }) => page.getByRole('row').filter({ hasText: email })
  const difference = () =>
    page.evaluate(() => {
      const count = document.querySelector('[role=tab][data-state=active] span')?.textContent
      return Number(count) - document.querySelectorAll('tbody tr').length
    })
  /**
   * Expects the tab's count to equal the number of rows. If another test registers a user between the two requests,
   * opens the tab again to load both.
   */
  const expectAgreement = () =>
    expect(async () => {
      const agrees = expect.poll(difference, { timeout: 2_000 }).toBe(0)
      await agrees.catch(async (error: unknown) => {
        await openTab('Manage Loans')
        await openTab('Pending Approvals')
        throw error
      })
    }).toPass({ timeout: 20_000 })

  const first = await desk.makePending()
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('region', { name: 'Users', exact: true })).toBeVisible()
  await openTab('Pending Approvals')
  await expect(row(first)).toBeVisible()
  await openTab('Manage Loans')
  const second = await desk.makePending()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/admin/users/pending*', async (route) => {
    await held
    await route.continue()
  })
  await openTab('Pending Approvals')
  await expect(row(first)).toBeVisible()
  await expect(row(second)).toBeHidden()
  answer()
  await expect(row(second)).toBeVisible()
  await expectAgreement()

  const third = await desk.makePending()
  await openTab('Notifications')
  await item(page, third.email).getByRole('link').click()
  await expect(page).toHaveURL(`/admin?tab=pending&user=${third.id}`)
  await expect(row(third)).toBeVisible()
  await expectAgreement()
  await openTab('Manage Users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(third.email)
  await expect(row(third)).toBeVisible()
})
