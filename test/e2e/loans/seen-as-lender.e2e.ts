import type { Loan } from '#contract/loans/shapes.ts'
import {
  enter,
  expect,
  test,
  testAtSizes,
  uniqueTitle,
  type Desk,
  type Page,
} from '#test/e2e/support/desk.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { uploadBytes } from '#test/support/uploading.ts'

/** Creates a loan with every kind of content that its page can show. */
async function usedLoan(desk: Desk): Promise<Loan> {
  const { admin } = desk
  const loan = await desk.makeLoan({ title: uniqueTitle('Quay Lofts'), propertyType: 'Retail' })
  const { id } = loan
  const other = await desk.makeLender({ firstName: 'Luis', lastName: 'Marsh' })
  await desk.makeCommitment(other, loan, { percentage: '20' })
  await desk.makeCommitment(admin, loan, { percentage: '5', isSoftCommit: 'true' })
  const filename = 'Appraisal.pdf'
  const fileUrl = await uploadBytes(admin, 'document', pdfFile())
  await admin.call('createDocument', {
    body: { loanId: id, filename, fileType: 'application/pdf', fileUrl },
  })
  await admin.request('GET', `/objects/${fileUrl}`)
  await other.call('createMessage', { body: { loanId: id, message: 'Is the roof new?' } })
  await admin.call('createMessage', {
    body: { loanId: id, message: 'Yes, Luis.', recipientId: other.id },
  })
  await admin.call('createMessage', { body: { loanId: id, message: 'The appraisal is in.' } })
  await admin.call('addFavorite', { body: { loanId: id } })
  await admin.call('markLoan', {
    params: { id },
    body: { stage: 'reviewing', note: 'Ask the sponsor.' },
  })
  await admin.call('visitLoan', { params: { id } })
  return loan
}

/** Returns the text of the loan's page after everything has loaded, without the notice that the page is a preview. */
async function textOf(page: Page): Promise<string> {
  const main = page.getByRole('main')
  await expect(main.getByText('The appraisal is in.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Appraisal.pdf', exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Funding Over Time' })).toBeVisible()
  await expect(main.getByText('You hold nothing in this loan yet.')).toBeVisible()
  await expect(main.getByRole('button', { name: /^Favorite/, pressed: false })).toBeVisible()
  // On a phone, the bottom bar is visible only while this button is out of view.
  await main.getByRole('button', { name: 'Commit to This Loan' }).scrollIntoViewIfNeeded()
  await expect(main.getByRole('button', { name: /^Commit to Quay Lofts/ })).toBeHidden()
  const [text, note] = await Promise.all([
    main.innerText(),
    page.getByRole('complementary', { name: 'Preview' }).allInnerTexts(),
  ])
  return note
    .reduce((rest, part) => rest.replace(part, ''), text)
    .replaceAll("You're viewing as a lender.", '')
    .replace('Ctrl/⌘ + Enter to send', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

for (const [size, testAt] of Object.entries(testAtSizes))
  testAt(
    `an administrator sees a loan exactly as a new lender does, at ${size} size`,
    async ({ page, context, desk }) => {
      const loan = await usedLoan(desk)
      await enter(context, await desk.makeLender())
      await page.goto(`/loans/${loan.id}`)
      const seenByLender = await textOf(page)
      await enter(context, desk.admin)
      await page.goto(`/loans/${loan.id}?as=lender`)
      const seenByAdmin = await textOf(page)
      await expect(page.getByText("You're viewing as a lender.").first()).toBeVisible()
      expect(seenByAdmin).toBe(seenByLender)
      expect(seenByAdmin).not.toContain('Is the roof new?')
    },
  )

test("a loan's actions are disabled while an administrator views the loan as a lender", async ({
  page,
  context,
  desk,
}) => {
  const loan = await usedLoan(desk)
  await enter(context, desk.admin)
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`)
  })
  await page.goto(`/loans/${loan.id}?as=lender#commit`)
  await textOf(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const reason = /^You're viewing as a lender\./
  for (const act of ['Pass on This Loan', `Favorite ${loan.title}`, 'Mark or Note']) {
    const button = page.getByRole('button', { name: act })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(reason)
  }
  const commit = page.getByRole('button', { name: 'Commit to This Loan' })
  await expect(commit).toBeDisabled()
  await expect(commit).toHaveAccessibleDescription(reason)
  await expect(page.getByLabel('Your message')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled()
  await page.keyboard.press('c')
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const [document] = await desk.admin.call('listLoanDocuments', { params: { loanId: loan.id } })
  await page.goto(`/loans/${loan.id}?as=lender&document=${document?.id}`)
  await expect(page.getByRole('button', { name: /^Ask about This/ })).toBeDisabled()
  expect(changes).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Back to Your View' }).click()
  await expect(page.getByRole('region', { name: 'Administration' })).toBeVisible()
  await expect(page.getByText('Is the roof new?')).toBeVisible()
  await expect(page.getByRole('button', { name: `Favorite ${loan.title}` })).toBeEnabled()
})
