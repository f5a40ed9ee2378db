import { enter, expect, testOnPhone } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'
import { register } from '#test/e2e/support/uploads.ts'

testOnPhone(
  'an administrator sees which lenders opened a document and sends the other lenders a reminder',
  async ({ page, desk }) => {
    const loan = await desk.makeLoan()
    const [reader, other] = [
      await desk.makeLender({ lastName: 'Didread' }),
      await desk.makeLender({ lastName: 'Unread' }),
    ]
    for (const who of [reader, other]) await desk.makeCommitment(who, loan, { percentage: '10' })
    const { fileUrl } = await register(desk, 'document', loan.id, 'Appraisal.pdf')
    await reader.request('GET', `/objects/${fileUrl}`)

    await enter(page.context(), desk.admin)
    await page.goto(`/loans/${loan.id}`)
    await page.getByRole('link', { name: 'Opened by 1 of 2 holders: Appraisal.pdf' }).click()
    await expect(page.getByRole('heading', { name: 'Lenders' })).toBeFocused()
    await expect(
      page.getByLabel("Hasn't opened").getByRole('option', { selected: true }),
    ).toHaveText('Appraisal.pdf')
    const lenders = page.getByRole('region', { name: 'Lenders' })
    await expect(lenders.getByRole('link', { name: /Didread/ })).toHaveCount(0)
    await lenders.getByLabel(/^Select .* Unread$/).check()
    await page.getByRole('button', { name: 'Write to 1 Lender' }).click()
    const dialog = page.getByRole('dialog', { name: /^Message to .* Unread$/ })
    await expect(dialog.getByLabel('Message')).toHaveValue(/You haven't opened “Appraisal.pdf”/)
    await dialog.getByLabel('Message').fill('Please read the appraisal by Friday.')
    await dialog.getByRole('button', { name: 'Send Message' }).click()
    await expectToast(page, 'Message sent')
    await expect(dialog).toBeHidden()

    const messagesOf = (who: typeof reader) =>
      who.call('listLoanMessages', { params: { loanId: loan.id } })
    expect(await messagesOf(other)).toMatchObject([
      { message: 'Please read the appraisal by Friday.', recipientId: other.id },
    ])
    expect(await messagesOf(reader)).toEqual([])

    await register(desk, 'document', loan.id, 'Rent Roll.pdf')
    await enter(page.context(), reader)
    await page.goto(`/loans/${loan.id}`)
    const documents = page.getByRole('region', { name: 'Loan Documents' })
    const opened = documents.getByText(/You opened this on \w+ \d+, \d+/)
    await expect(opened).toHaveCount(1)
    await expect(documents.getByText('Not opened yet')).toHaveCount(1)
    const opening = page.waitForEvent('popup')
    await documents.getByRole('link', { name: /^Download Rent Roll/ }).click()
    await (await opening).close()
    await expect(opened).toHaveCount(2)
    await expect(documents.getByText('Not opened yet')).toHaveCount(0)
    await expect(documents).toContainText('sees which documents you open')
    await expect(documents).not.toContainText('holders')
  },
)
