/** Email preferences, which users change in their profile or through the link in an email. */
import { rows, refreshUntil, waitForMailTo } from '#test/e2e/support/mails.ts'
import { expect, testAtSizes, test, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import type { Person } from '#test/support/builders.ts'
import { randomUUID } from 'node:crypto'

const timings = async (lender: Person) =>
  Object.fromEntries(
    (await lender.call('getMailChoices')).map(({ kind, timing }) => [kind, timing]),
  )

async function mailAbout(desk: Desk, lender: Person) {
  const loan = await desk.makeLoan()
  const message = `In July (${randomUUID()})`
  await desk.admin.call('createMessage', {
    body: { loanId: loan.id, message, recipientId: lender.id },
  })
  const mail = await waitForMailTo(lender.email, message)
  const link = /^Turn off these emails:\n(\S+)$/m.exec(mail)?.[1] ?? ''
  return { mail, link }
}

const followLink = (page: Page, link: string) => {
  const { pathname, search } = new URL(link)
  return page.goto(pathname + search)
}

test('the profile saves whether each kind of notification is emailed immediately, daily, or never', async ({
  lenderPage: page,
  lender,
}) => {
  await page.goto('/profile')
  const list = page.getByRole('list', { name: 'What we email you' })
  await expect(list.getByRole('listitem').first()).toContainText('Always at once')
  await expect(list.getByLabel('Events')).toHaveCount(0)
  await list.getByLabel('Messages').selectOption('In a daily digest')
  await expectToast(page, 'Emails updated', 'Messages: in a daily digest.')
  await list.getByLabel('Documents').selectOption('Never')
  await expectToast(page, 'Emails updated', 'Documents: never.')
  const onlyMatching = list.getByLabel('Only if a saved filter with notices matches')
  await onlyMatching.check()
  await expect(onlyMatching).toBeChecked()
  await expect
    .poll(() => timings(lender))
    .toEqual({
      questions: 'daily',
      newLoans: 'now',
      documents: 'never',
    })
  await page.reload()
  await expect(list.getByLabel('Messages')).toHaveValue('daily')
  await expect(list.getByLabel('Documents')).toHaveValue('never')
  await expect(list.getByLabel('New loans')).toHaveValue('now')
  await expect(onlyMatching).toBeChecked()
})

test('the profile keeps showing the email choices if they fail to load again', async ({
  lenderPage: page,
}) => {
  await page.goto('/profile')
  const messages = page.getByRole('list', { name: 'What we email you' }).getByLabel('Messages')
  await expect(messages).toHaveValue('now')
  await page.route('**/api/mail-choices', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  const failed = page.waitForEvent('requestfailed')
  await messages.selectOption('Never')
  await failed
  await expectToast(page, 'Emails updated', 'Messages: never.')
  await expect(messages).toBeVisible()
  await page.unroute('**/api/mail-choices')
})

for (const [size, testAt] of Object.entries(testAtSizes))
  testAt(
    `the link in an email asks before it turns off only its kind, without signing in (${size})`,
    async ({ desk, page }) => {
      const lender = await desk.makeLender()
      const { link } = await mailAbout(desk, lender)
      expect(await page.context().cookies()).toEqual([])
      await followLink(page, link)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Turn off emails about messages on loans?')
      expect(await timings(lender)).toMatchObject({ questions: 'now' })
      await page.getByRole('button', { name: 'Turn Off' }).click()
      await expect(heading).toHaveText('Turned off')
      expect(await timings(lender)).toEqual({
        questions: 'never',
        newLoans: 'now',
        documents: 'now',
      })
      expect(await page.context().cookies()).toEqual([])
      await page.getByRole('link', { name: 'Choose what we email you' }).click()
      await expect(page).toHaveURL(/\/login/)
    },
  )

test('an incomplete unsubscribe link opens a page that explains what to do', async ({ page }) => {
  const response = await page.goto('/api/mail-switch?key=cut.questions')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("This link doesn't work")
  await expect(page.getByRole('link', { name: 'Choose what we email you' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('the outbox shows an email as it was sent, as HTML and as text', async ({ desk }) => {
  const lender = await desk.makeLender()
  const { mail } = await mailAbout(desk, lender)
  const page = await desk.openAs(desk.admin)
  await page.goto('/admin/mail?state=saved')
  const row = rows(page, lender.email).filter({ hasText: 'writes to you about' })
  await refreshUntil(page, row, 1)
  await row.getByRole('button', { name: /^Open email/ }).click()
  const dialog = page.getByRole('dialog', { name: /writes to you about/ })
  await expect(dialog).toContainText(lender.email)
  const shown = dialog.frameLocator('iframe')
  await expect(shown.getByText(/^Harborline Capital: In July \([\w-]+\)$/)).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Turn off these emails' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'As Text' }).click()
  const text = await dialog.locator('pre').innerText()
  expect(text.trim().length).toBeGreaterThan(200)
  expect(mail).toContain(text.trim())
})
