import { turnOn } from '#test/support/second-factor.ts'
import { randomUUID } from 'node:crypto'
import { expect, test, type Page, type Person } from '#test/e2e/support/desk.ts'
import { waitForMailTo } from '#test/e2e/support/mails.ts'
import { openForm } from '#test/e2e/support/panel.ts'
import { expectToast, openWhole, submitLogin } from '#test/e2e/support/screen.ts'
import { served } from '#test/e2e/support/served.ts'
import { codeField, nextCode } from '#test/e2e/support/two-factor.ts'
import { security, spec } from '#test/support/requirements.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const textarea = (page: Page) => page.getByLabel('Your message')
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })

const logIn = (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) =>
  submitLogin(page, email, password)

test('an emailed link opens its page after the user signs in', async ({ page, desk }) => {
  spec('2.1.10')
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  const body = { loanId: loan.id, message: 'It was laid in May.', recipientId: lender.id }
  await desk.admin.call('createMessage', { body })
  const mail = await waitForMailTo(lender.email, `/loans/${loan.id}`)
  const [link = ''] = /http\S+\/loans\/\S+/.exec(mail) ?? []
  await page.goto(link)
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await logIn(page, lender)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(heading(page, loan.title)).toBeVisible()
})

test('setting a new password through the emailed reset link opens the originally requested page', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(lender.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  const mail = await waitForMailTo(lender.email, '/reset-password')
  const [link = ''] = /http\S+/.exec(mail) ?? []
  await page.goto(link)
  const password = 'a brand new one'
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
  await logIn(page, { email: lender.email, password })
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(heading(page, loan.title)).toBeVisible()
})

test('signing in preserves the query and fragment of the URL', async ({ page, desk }) => {
  spec('2.1.10')
  const lender = await desk.makeLender()
  await page.goto('/loans?search=Pier%20%26%20Dock&status=open#main')
  await expect(heading(page, 'Log in')).toBeVisible()
  await logIn(page, lender)
  await expect(page).toHaveURL('/loans?search=Pier%20%26%20Dock&status=open#main')
  await expect(page.getByRole('searchbox', { name: 'Search loans' })).toHaveValue('Pier & Dock')
})

test('registering opens the page requested by the link', async ({ page, desk }) => {
  spec('2.1.10')
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('link', { name: 'Create Account' }).click()
  await page.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
  await page.getByRole('link', { name: 'Create Account' }).click()
  const values = {
    'First name': 'Ada',
    'Last name': 'Cole',
    Email: `${randomUUID()}@example.com`,
    Password: 'correct horse',
    'Confirm password': 'correct horse',
  }
  for (const [name, value] of Object.entries(values))
    await page.getByLabel(name, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(heading(page, loan.title)).toBeVisible()
  await expect(page.getByText('Documents, photos and messages are locked')).toBeVisible()
})

test('signing in with a second factor opens the page requested by the link', async ({
  page,
  desk,
}) => {
  spec('2.1.10')
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  const { secret } = await turnOn(lender)
  await page.goto(`/loans/${loan.id}`)
  await logIn(page, lender)
  await codeField(page).fill(nextCode(secret))
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(heading(page, loan.title)).toBeVisible()
})

test('a login link that names another site opens the dashboard rather than that site', async ({
  page,
  desk,
}) => {
  security('3.7.2')
  const lender = await desk.makeLender()
  const elsewhere = ['//evil.example/loans', 'https://evil.example/', '/\\evil.example', '/%5cevil']
  for (const to of elsewhere) {
    await page.goto(`/login?to=${encodeURIComponent(to)}`)
    await logIn(page, lender)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('signing in after the session ends restores the page and the unsent message', async ({
  page,
  desk,
  lender,
}) => {
  spec('8.11')
  security('14.3.3')
  const loan = await desk.makeLoan()
  const other = await desk.makeLender({ firstName: 'Otto' })
  await openWhole(page, `/loans/${loan.id}`)
  await textarea(page).fill('Is the roof new?')
  await page.context().clearCookies()
  await send(page).click()
  await expectToast(page, 'Failed to send message')
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)

  await logIn(page, other)
  await expect(heading(page, loan.title)).toBeVisible()
  await expect(textarea(page)).toHaveValue('')
  await textarea(page).fill('Who else is in it?')
  await page.context().clearCookies()
  await send(page).click()
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)

  await logIn(page, lender)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(textarea(page)).toHaveValue('Is the roof new?')
  await send(page).click()
  await expectToast(page, 'Message sent')
  await expect(textarea(page)).toHaveValue('')
  const messages = await lender.call('listLoanMessages', { params: { loanId: loan.id } })
  expect(messages.map(({ message }) => message)).toEqual(['Is the roof new?'])
  expect(await other.call('listLoanMessages', { params: { loanId: loan.id } })).toEqual([])
})

test('signing in again restores the recipient of an unfinished reply', async ({ desk }) => {
  spec('8.11')
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender()
  const question = { loanId: loan.id, message: 'Is the roof new?' }
  await lender.call('createMessage', { body: question })
  const page = await desk.openAs(desk.admin)
  await openWhole(page, `/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Reply to Lena Brook' }).click()
  await textarea(page).fill('It was laid in May.')
  await page.context().clearCookies()
  await send(page).click()
  await expect(page).toHaveURL(`/login?to=/loans/${loan.id}`)
  await logIn(page, served().admin)
  await expect(textarea(page)).toHaveValue('It was laid in May.')
  await expect(
    page.getByText('Only Lena Brook and Harborline Capital will see this.'),
  ).toBeVisible()
  await send(page).click()
  await expectToast(page, 'Message sent')
  const messages = await lender.call('listLoanMessages', { params: { loanId: loan.id } })
  expect(messages.map(({ message }) => message)).toContain('It was laid in May.')
})

test('signing in again offers the unsaved form input and shows what has changed since the session ended', async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const edit = `Edit ${loan.title}`
  // The test uses a separate page, because the console of the main page must stay empty.
  const page = await desk.openAs(desk.admin)
  await page.goto(`/admin?search=${encodeURIComponent(loan.title)}`)
  const form = await openForm(page, edit)
  await form.getByLabel('Purpose').fill('A new roof')
  await form.getByLabel('Term (months)').fill('36')
  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Login Required')
  await expect(page).toHaveURL(/^[^?]+\/login\?to=\/admin/)
  const body = { borrowerName: 'Quay Holdings LLC' }
  await desk.admin.call('updateLoan', { params: { id: loan.id }, body })
  await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '10' })

  await logIn(page, served().admin)
  await openForm(page, edit)
  await expect(form.getByLabel('Purpose')).toHaveValue(loan.purpose ?? '')
  const offer = form.getByRole('group', { name: /^You have unsaved changes from / })
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(offer).toBeHidden()
  await expect(form.getByLabel('Purpose')).toHaveValue('A new roof')
  await expect(form.getByText(/^Not restored: /)).toHaveText(
    'Not restored: term 36 months. Amount, rate and term are locked. Lenders are bound to 10% on them.',
  )
  await expect(
    form.getByRole('group', { name: 'This loan changed while you were editing' }),
  ).toContainText('Changed: borrower name.')
  await form.getByRole('button', { name: 'Update Loan' }).click()
  await expectToast(page, 'Loan updated successfully')
  expect(await desk.admin.call('getLoan', { params: { id: loan.id } })).toMatchObject({
    purpose: 'A new roof',
    ...body,
  })
  await openForm(page, edit)
  await expect(offer).toBeHidden()
  await page.context().close()
})
