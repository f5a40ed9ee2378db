import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
const textarea = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })
/** Matches a timestamp such as "Jan 5, 2025 3:04 PM". */
const timestamp = /[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/

testOnPhone(
  'only the lender who asked a question sees the question and its answer',
  async ({ lenderPage: page, desk, lender }) => {
    spec('1.10', '1.14', '2.10.10', '2.10.11', '2.10.12', '2.10.13', '4.17')
    spec('5.4.1', '8.28', '9.27')
    const loan = await desk.makeLoan()
    await page.goto(`/loans/${loan.id}`)
    await expect(page.getByText('No messages yet')).toBeVisible()
    await expect(send(page)).toBeDisabled()
    await textarea(page).fill('   ')
    await expect(send(page)).toBeDisabled()
    await expect(textarea(page)).toHaveAttribute('rows', '3')
    await textarea(page).fill('Is the roof new?')
    await send(page).click()
    await expectToast(page, 'Message sent', 'Your message has been sent successfully.')
    await expect(messages(page)).toContainText('Is the roof new?')
    await expect(messages(page)).toContainText('Lena Brook')
    await expect(messages(page)).toContainText(timestamp)
    await expect(textarea(page)).toHaveValue('')
    await expect(textarea(page)).toBeFocused()

    const adminPage = await desk.openAs(desk.admin)
    await adminPage.goto(`/loans/${loan.id}?to=${lender.id}#messages`)
    const to = adminPage.getByRole('combobox', { name: 'To' })
    await expect(to).toHaveValue('Lena Brook')
    await to.fill('')
    await adminPage.getByRole('button', { name: 'Reply to Lena Brook' }).click()
    await expect(to).toHaveValue('Lena Brook')
    await expect(
      adminPage.getByText('Only Lena Brook and Harborline Capital will see'),
    ).toBeVisible()
    await textarea(adminPage).fill('It was laid last year.')
    await send(adminPage).click()
    await expectToast(adminPage, 'Message sent')

    await page.reload()
    const answer = messages(page)
      .getByRole('listitem')
      .filter({ hasText: 'It was laid last year.' })
    await expect(answer.getByText('Admin', { exact: true })).toBeVisible()
    const texts = await messages(page).getByRole('listitem').allTextContents()
    expect(texts.map((text) => text.includes('Is the roof new?'))).toEqual([true, false])

    const another = await desk.openAs(await desk.makeLender({ firstName: 'Otto' }))
    await another.goto(`/loans/${loan.id}`)
    await expect(another.getByText('No messages yet')).toBeVisible()
  },
)

test('the announcement form shows how many lenders will be reached, and the announcement is delivered to all of them', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const adminPage = await desk.openAs(desk.admin)
  await adminPage.goto(`/loans/${loan.id}`)
  await textarea(adminPage).fill('We close on Friday.')
  const to = adminPage.getByRole('combobox', { name: 'To' })
  await expect(to).toHaveValue('')

  await send(adminPage).click()
  await expect(adminPage.getByText('Choose who receives this message')).toBeVisible()
  await expect(to).toBeFocused()
  await expect(textarea(adminPage)).toHaveValue('We close on Friday.')
  expect(await desk.admin.call('listLoanMessages', { params: { loanId: loan.id } })).toEqual([])

  await to.fill('announce')
  await expect(adminPage.getByText('No lender matches.')).toBeVisible()
  await to.press('Enter')
  await expect(to).toHaveValue('announce')
  await adminPage.getByRole('option', { name: 'Everyone (announcement)' }).click()
  // Only the format is checked, because other tests add lenders at the same time. The API tests check the counts.
  await expect(adminPage.getByText(/All \d+ approved lenders can read this\./)).toBeVisible()
  await expect(adminPage.getByText('Nobody is notified: no lender holds')).toBeVisible()
  await send(adminPage).click()
  await expectToast(adminPage, 'Message sent')
  await expect(to).toHaveValue('')
  await page.goto(`/loans/${loan.id}`)
  await expect(messages(page)).toContainText('We close on Friday.')
  await expect(messages(page)).toContainText('Announcement')
})

test('a double click sends one message, and a message that fails to send stays in the field', async ({
  page,
  desk,
  lender,
}) => {
  spec('2.10.13', '8.10')
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  await test.step('a double click sends one message', async () => {
    await textarea(page).fill('Is the roof new?')
    await send(page).dblclick()
    await expectToast(page, 'Message sent')
    await expect(messages(page).getByRole('listitem')).toHaveCount(1)
    expect(await lender.call('listLoanMessages', { params: { loanId: loan.id } })).toHaveLength(1)
  })

  await test.step('a message that fails to send stays in the field', async () => {
    await textarea(page).fill('Is the roof new?')
    await page.route('**/api/messages', (route) => route.abort())
    await send(page).click()
    await expectToast(page, 'Failed to send message', 'The server cannot be reached')
    await expect(textarea(page)).toHaveValue('Is the roof new?')
    await page.unroute('**/api/messages')
    await textarea(page).press('Control+Enter')
    await expectToast(page, 'Message sent')
  })

  await test.step('a message is sent only once if its response is lost and the user retries', async () => {
    await textarea(page).fill('When is closing?')
    await page.route('**/api/messages', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send(page).click()
    await expectToast(page, 'Failed to send message')
    await page.unroute('**/api/messages')
    await send(page).click()
    await expectToast(page, 'Message sent')
    expect(await lender.call('listLoanMessages', { params: { loanId: loan.id } })).toHaveLength(3)
  })
})

testOnPhone(
  'a long conversation opens at its end and scrolls within its own area',
  async ({ page, desk, lender }) => {
    spec('2.10.9', '9.27')
    const loan = await desk.makeLoan()
    for (let number = 1; number <= 12; number += 1)
      await lender.call('createMessage', {
        body: { loanId: loan.id, message: `Question ${number}` },
      })
    await page.goto(`/loans/${loan.id}`)
    await expect(messages(page)).toHaveCSS('max-height', '384px')
    await expect(messages(page).getByText('Question 12')).toBeVisible()
    await expect
      .poll(() =>
        messages(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight),
      )
      .toBeLessThanOrEqual(1)
  },
)

test('using the keyboard, an administrator finds a lender among the recipients and sends a message', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const holder = await desk.makeLender({ firstName: 'Zora', lastName: 'Holder' })
  await desk.makeCommitment(holder, loan, { isSoftCommit: 'true' })
  const adminPage = await desk.openAs(desk.admin)
  await adminPage.goto(`/loans/${loan.id}/book`)
  await adminPage.getByRole('button', { name: 'Message', exact: true }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'New Message' })
  const to = dialog.getByRole('combobox', { name: 'To' })
  await expect(to).toBeFocused()
  await to.press('ArrowDown')
  await expect(dialog.getByRole('option').first()).toContainText('Zora Holder')
  await expect(dialog.getByRole('option').first()).toContainText('Holder')
  await to.fill(lender.email)
  await expect(dialog.getByRole('option')).toHaveText([/^Lena Brook/])
  await to.press('Enter')
  await expect(to).toHaveValue('Lena Brook')
  await textarea(adminPage).fill('Welcome to the desk.')
  await to.press('ArrowDown')
  await to.press('Escape')
  await expect(dialog).toBeVisible()
  await to.press('Escape')
  const question = adminPage.getByRole('alertdialog', { name: 'Discard this message?' })
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(adminPage, 'Message sent')
  await expect(dialog).toBeHidden()

  await test.step('Cancel discards an unsent message', async () => {
    const open = adminPage.getByRole('button', { name: 'Message', exact: true })
    await open.click()
    await textarea(adminPage).fill('Never mind.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await open.click()
    await expect(textarea(adminPage)).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
  await page.goto(`/loans/${loan.id}`)
  await expect(messages(page)).toContainText('Welcome to the desk.')
})

test('a reply from the Today list reaches the lender who asked, even if the question is old', async ({
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const other = await desk.makeLender({ firstName: 'Otto', lastName: 'Reed' })
  await lender.call('createMessage', { body: { loanId: loan.id, message: 'Is the roof new?' } })
  for (let number = 1; number <= 50; number += 1)
    await other.call('createMessage', { body: { loanId: loan.id, message: `Also ${number}?` } })
  const page = await desk.openAs(desk.admin)
  await page.goto(`/loans/${loan.id}?to=${lender.id}#messages`)
  const to = page.getByRole('combobox', { name: 'To' })
  await expect(to).toHaveValue('Lena Brook')
  await to.fill('')
  await to.blur()
  await page.evaluate((id) => history.pushState(null, '', `?to=${id}`), other.id)
  await expect(to).toHaveValue('Otto Reed')
  await textarea(page).fill('It was laid in May.')
  await page.evaluate((id) => history.pushState(null, '', `?to=${id}`), lender.id)
  await expect(page.getByText('Only Otto Reed and Harborline Capital will see')).toBeVisible()
})
