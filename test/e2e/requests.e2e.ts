import { security, spec } from '#test/support/requirements.ts'
import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from './support/desk.ts'
import { closeReceipt, openCommitDialog, openWhole, expectReceipt } from './support/screen.ts'

const sent = (page: Page, path: string) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path))

test('commitments, messages, and sign-outs send the expected requests', async ({
  page,
  desk,
  lender,
}) => {
  spec('3.19', '3.20', '4.16', '4.20', '5.3.2', '5.4.1', '7.11')
  spec('7.18', '7.23')
  security('14.3.1')
  await test.step('a commitment request contains the entered fields, the displayed terms, and a placeholder for the lender', async () => {
    const shown = { interestRate: '7.25', term: 24 }
    const loan = await desk.makeLoan({ amount: '1500.75', ...shown })
    const fromList = await openCommitDialog(page, loan)
    const first = sent(page, '/api/commitments')
    await fromList.getByRole('button', { name: 'Confirm Commitment' }).click()
    expect((await first).postDataJSON()).toEqual({
      loanId: loan.id,
      percentage: '10',
      amount: '150.08',
      ...shown,
      noteRate: shown.interestRate,
      isSoftCommit: 'false',
    })
    await expectReceipt(page)

    await page.goto(`/loans/${loan.id}`)
    await page.getByRole('button', { name: 'Commit to This Loan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
    await dialog.getByLabel('Soft Commit').check()
    const second = sent(page, '/api/commitments')
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    expect((await second).postDataJSON()).toEqual({
      loanId: loan.id,
      percentage: '10',
      amount: '150.08',
      ...shown,
      noteRate: shown.interestRate,
      isSoftCommit: 'true',
      lenderId: expect.stringMatching(/^[\d-]{36}$/),
    })
  })

  await test.step('a message is trimmed and sent with its loan and author', async () => {
    const loan = await desk.makeLoan()
    await page.goto(`/loans/${loan.id}`)
    await page.getByRole('textbox', { name: 'Your message' }).fill('  Is the roof new?  ')
    const request = sent(page, '/api/messages')
    await page.getByRole('button', { name: 'Send Message' }).click()
    expect((await request).postDataJSON()).toMatchObject({
      loanId: loan.id,
      userId: lender.id,
      message: 'Is the roof new?',
    })
  })

  await test.step('the loans and totals are loaded again after a commitment', async () => {
    await openWhole(page, '/dashboard')
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Commit to / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
    await dialog.getByLabel('Soft Commit').check()
    await expect(dialog).toContainText('You hold nothing in this loan yet.')
    const again = Promise.all(
      [/\/api\/stats$/, /\/api\/loans(\?|$)/].map((address) => page.waitForResponse(address)),
    )
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    for (const response of await again) expect(response.status()).toBe(200)
    await closeReceipt(page)
  })

  await test.step('signing out sends a POST request and loads the landing page', async () => {
    const request = sent(page, '/api/auth/logout')
    await page.getByRole('button', { name: 'Log Out' }).click()
    expect((await request).postData()).toBeNull()
    await expect(page).toHaveURL('/')
  })
})

test("the password confirmation isn't sent to the server", async ({ page }) => {
  spec('3.18', '7.10')
  const email = `${randomUUID()}@example.com`
  await page.goto('/register')
  for (const [name, value] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Cole',
    Email: email,
    Password: 'correct horse',
    'Confirm password': 'correct horse',
  }))
    await page.getByLabel(name, { exact: true }).fill(value)
  const request = sent(page, '/api/auth/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  expect((await request).postDataJSON()).toEqual({
    firstName: 'Ada',
    lastName: 'Cole',
    email,
    password: 'correct horse',
  })
  await expect(page).toHaveURL('/dashboard')
})

test("visitors see no heart icons, and the page doesn't request favorites", async ({ page }) => {
  spec('2.6.7', '6.6', '7.15')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/', '/login', '/loans', '/loans/any', '/dashboard']) {
    await openWhole(page, path)
    await expect(page.getByRole('button', { name: /^Favorite / })).toHaveCount(0)
  }
  expect(asked).toContain('/api/auth/user')
  expect(asked).not.toContain('/api/favorites')
})
