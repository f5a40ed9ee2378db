import type { Person } from '#test/support/builders.ts'
import { ageCommitments } from '#test/e2e/support/database.ts'
import { enter, expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { register } from '#test/e2e/support/uploads.ts'

const lenders = (page: Page) => page.getByRole('region', { name: 'Lenders' })
const rowOf = (page: Page, { lastName }: { lastName: string }) =>
  lenders(page).getByRole('row').filter({ hasText: lastName })
const messagesOf = (who: Person, { id: loanId }: { id: string }) =>
  who.call('listLoanMessages', { params: { loanId } })

/** Shows all tasks, because Today initially shows only the three most urgent tasks. */
async function wholeToday(page: Page) {
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem').first()).toBeVisible()
  const showAll = today.getByRole('button', { name: /^Show All/ })
  if (await showAll.isVisible()) await showAll.click()
  return today
}

test('Today lets an administrator message five lenders with old soft interest in three clicks', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const people: Person[] = []
  for (const lastName of ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir']) {
    const lender = await desk.makeLender({ lastName })
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    people.push(lender)
  }
  const silent = await desk.makeLender()
  await ageCommitments(loan.id, 900)
  await enter(page.context(), desk.admin)
  await page.goto('/dashboard')
  await (await wholeToday(page)).getByRole('link', { name: loan.title }).first().click()
  await expect(page.getByRole('heading', { name: 'Lenders' })).toBeFocused()
  await page.getByRole('button', { name: 'Write to 5 Lenders' }).click()
  await page.getByRole('button', { name: 'Send 5 Messages' }).click()
  await expectToast(page, '5 messages sent')

  for (const lender of people) {
    const messages = await messagesOf(lender, loan)
    expect(messages.map(({ recipientId }) => recipientId)).toEqual([lender.id])
    expect(messages[0]?.message).toContain(`You indicated interest in ${loan.title}`)
  }
  expect(await messagesOf(silent, loan)).toEqual([])
})

test('Today lets an administrator ask a lender to firm up old soft interest', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const lender = await desk.makeLender({ lastName: 'Gale' })
  await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await ageCommitments(loan.id, 1000)
  await enter(page.context(), desk.admin)
  await page.goto('/dashboard')
  const name = new RegExp(`^Ask to Firm Up: .* Gale on ${loan.title}`)
  await (await wholeToday(page)).getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name: /^Message to .* Gale$/ })
  await expect(dialog.getByLabel('Message')).toHaveValue(/Are you ready to commit\?/)
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(page, 'Message sent')
  expect(await messagesOf(lender, loan)).toMatchObject([{ recipientId: lender.id }])
})

test("the book shows each lender's stage and lets administrators filter and select lenders", async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const [reader, asker, soft, passed] = [
    await desk.makeLender({ lastName: 'Reader' }),
    await desk.makeLender({ lastName: 'Asker' }),
    await desk.makeLender({ lastName: 'Softly' }),
    await desk.makeLender({ lastName: 'Passer' }),
  ]
  const { fileUrl } = await register(desk, 'document', loan.id, 'Appraisal.pdf')
  await register(desk, 'document', loan.id, 'Survey.pdf')
  await reader.request('GET', `/objects/${fileUrl}`)
  await asker.call('createMessage', { body: { loanId: loan.id, message: 'When?' } })
  await desk.makeCommitment(soft, loan, { percentage: '15', isSoftCommit: 'true' })
  const body = { reason: 'leverage', comment: 'We stop at 65%.' } as const
  await passed.call('passOnLoan', { params: { id: loan.id }, body })

  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await expect(rowOf(page, reader)).toContainText('Reading 1/2')
  await expect(rowOf(page, reader)).toContainText('Read Appraisal.pdf, today')
  await expect(rowOf(page, reader).getByRole('button', { name: /^Remind/ })).toBeVisible()
  await expect(rowOf(page, soft)).toContainText('Soft 15%')
  await expect(rowOf(page, soft)).toContainText('15% · $')
  await expect(rowOf(page, passed)).toContainText('Passed: Leverage')
  await expect(rowOf(page, passed)).toContainText('“We stop at 65%.”')
  // The lender with an unanswered question comes first.
  await expect(lenders(page).getByRole('row').nth(1)).toContainText('Asker')
  await expect(rowOf(page, asker).getByRole('link', { name: /^Answer/ })).toHaveAttribute(
    'href',
    `/loans/${loan.id}?to=${asker.id}#messages`,
  )
  await expect(rowOf(page, soft).getByRole('link', { name: /Softly/ })).toHaveAttribute(
    'href',
    `/admin/lenders/${soft.id}`,
  )

  await page.getByRole('button', { name: '1 passed' }).click()
  await expect(lenders(page).locator('tbody').getByRole('row')).toHaveText([/Passer/])
  await expect(page).toHaveURL(/\?stage=passed$/)
  await page.reload()
  await expect(lenders(page).locator('tbody').getByRole('row')).toHaveText([/Passer/])
  await page.getByRole('button', { name: '1 passed' }).click()

  for (const name of [/^Select .* Reader$/, /^Select .* Softly$/])
    await lenders(page).getByLabel(name).check()
  await page.getByRole('button', { name: 'Write to 2 Lenders' }).click()
  const dialog = page.getByRole('dialog', { name: '2 Messages' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByLabel('Message')).toHaveValue(/pass on it there/)
})

testOnPhone('the book lets administrators select lenders on phones', async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  const [soft, late] = [
    await desk.makeLender({ lastName: 'Pocket' }),
    await desk.makeLender({ lastName: 'Handheld' }),
  ]
  await desk.makeCommitment(soft, loan, { percentage: '15', isSoftCommit: 'true' })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await expect(rowOf(page, soft).getByRole('button')).toHaveText('Ask to Firm Up')
  for (const { lastName } of [soft, late])
    await lenders(page)
      .getByLabel(new RegExp(`^Select .* ${lastName}$`))
      .check()
  await expect(page.getByRole('button', { name: 'Write to 2 Lenders' })).toBeEnabled()
})

test('the book offers to notify a lender who was approved after the loan was published', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const late = await desk.makeLender({ lastName: 'Late' })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await expect(rowOf(page, late)).toContainText('Not notified')
  await page.getByRole('button', { name: /^\d+ not notified$/ }).click()
  await expect(page).toHaveURL(/\?stage=notNotified$/)
  await page.goto(`/loans/${loan.id}/book`)
  await rowOf(page, late)
    .getByRole('button', { name: /^Notify: .* Late$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Message to .* Late$/ })
  await expect(dialog.getByLabel('Message')).toHaveValue(
    new RegExp(`^${loan.title} is open for commitments`),
  )
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(page, 'Message sent')
  await expect(rowOf(page, late)).not.toContainText('Not notified')
})

test('a lender passes on a loan and undoes the pass, but must withdraw soft interest before passing', async ({
  lenderPage: page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Pass on This Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pass on This Loan' })
  await dialog.getByRole('button', { name: 'Pass on This Loan' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason')
  await dialog.getByLabel('Timing').check()
  await dialog.getByLabel('Comment (optional)').fill('Our fund closes in June.')
  await dialog.getByRole('button', { name: 'Pass on This Loan' }).click()
  await expectToast(page, 'You passed on this loan', loan.title)
  await expect(page.getByText('You passed: Timing')).toBeVisible()

  await page.getByRole('button', { name: 'Take Back Your Pass' }).click()
  await expectToast(page, 'Pass taken back', loan.title)
  await expect(page.getByRole('button', { name: 'Pass on This Loan' })).toBeVisible()

  await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  await page.reload()
  await page.getByRole('button', { name: 'Pass on This Loan' }).click()
  const refusal = page.getByRole('dialog', { name: 'Withdraw Your Soft Interest First' })
  await expect(refusal).toContainText('You indicated 5% of this loan.')
  await expect(refusal.getByRole('link', { name: 'Open My Commitments' })).toBeVisible()
})
