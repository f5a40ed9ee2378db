/** Administrators close a book and reopen it, and its lenders find their share and their certificate. */
import { closeBook } from '#test/support/closed-books.ts'
import { expect, test, testOnPhone, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, openWhole, unfold } from '#test/e2e/support/screen.ts'
import { print } from '#test/e2e/support/printing.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function download(page: Page, button: string | RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return file.suggestedFilename()
}

/** A loan of $12,500,000.00 with a hold of 20%, two lenders with 62.5%, and a soft share of 12%. */
async function makeBook(desk: Desk) {
  const loan = await desk.makeLoan({ amount: '12500000.00' })
  const [alder, birch, cedar] = await Promise.all(
    ['Alder', 'Birch', 'Cedar'].map((lastName) => desk.makeLender({ firstName: 'Jane', lastName })),
  )
  if (!alder || !birch || !cedar) throw new Error('Three lenders were made')
  await desk.makeCommitment(alder, loan, { percentage: '40' })
  await desk.makeCommitment(birch, loan, { percentage: '22' })
  await desk.makeCommitment(cedar, loan, { percentage: '12', isSoftCommit: 'true' })
  await desk.admin.call('setHold', {
    params: { id: loan.id },
    body: { percentage: '20', amount: '2500000.00' },
  })
  return { loan, alder, birch, cedar }
}

test('an administrator closes a book by keeping the rest, and reopens it', async ({ desk }) => {
  const { loan } = await makeBook(desk)
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  const closing = part(office, 'Closing')
  await expect(closing).toContainText('82% is placed; 18% ($2,250,000.00) is left.')
  await unfold(closing)
  const lenders = part(office, 'Lenders')
  await expect(lenders).toContainText('1 lender with a soft share, 2 bound.')
  await expect(lenders.getByRole('row', { name: /Jane Alder/ })).toContainText('40%$5,000,000.00')

  await closing.getByRole('button', { name: 'Close the Book…' }).focus()
  await office.keyboard.press('Enter')
  const dialog = office.getByRole('dialog', { name: 'Close the Book' })
  const confirm = dialog.getByRole('button', { name: 'Close the Book' })
  await expect(dialog).toContainText('Keep the rest yourself, or place it first.')
  await expect(dialog.getByRole('link', { name: 'place it first' })).toHaveAttribute(
    'href',
    `/loans/${loan.id}/book#lenders`,
  )
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Keep the rest yourself: 18% ($2,250,000.00)').check()
  await expect(dialog).toContainText('Your hold becomes 38% ($4,750,000.00).')
  await expect(dialog).toContainText(
    '2 lenders hold 62% ($7,750,000.00), and you keep 38% ($4,750,000.00).',
  )
  await expect(dialog).toContainText(
    'The soft share of 1 lender, 12% ($1,500,000.00), lapses, and it is notified.',
  )
  await expect(dialog.getByRole('row')).toHaveCount(4)
  await expect(dialog.getByRole('row', { name: 'Total' })).toContainText('100%$12,500,000.00')

  // Another commitment changes the book while the dialog is open.
  const late = await desk.makeLender()
  await desk.makeCommitment(late, loan, { percentage: '5', isSoftCommit: 'true' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The book has changed')
  await expect(dialog).toContainText('The book has changed since you opened this.')
  await expect(dialog).toContainText(
    'The soft shares of 2 lenders, 17% ($2,125,000.00), lapse, and they are notified.',
  )
  await confirm.click()
  await expectToast(office, 'Book closed', 'The register has 2 lenders.')

  const register = part(office, 'Register')
  await expect(register).toContainText('Version 1, in force')
  await expect(register).toContainText('2 lenders hold 62% ($7,750,000.00), and you keep 38%')
  await unfold(register)
  await expect(register.getByRole('row', { name: /^1 Jane Alder/ })).toContainText(
    '40%$5,000,000.00',
  )
  await expect(register.getByRole('row', { name: /Originator's hold/ })).toContainText(
    '38%$4,750,000.00',
  )
  await expect(register.getByRole('row', { name: 'Total' })).toContainText('100%$12,500,000.00')
  expect(await download(office, 'PDF of the register, version 1')).toMatch(/\.pdf$/)
  expect(await download(office, 'CSV of the register, version 1')).toMatch(/\.csv$/)
  expect(await download(office, /^Certificate of Jane Alder/)).toMatch(/\.pdf$/)
  const pages = await print(office)
  expect(pages.map(({ text }) => text).join('\n')).toMatch(/Jane Birch[^]*Fingerprint/)

  await register.getByRole('button', { name: 'Reopen…' }).click()
  const reopening = office.getByRole('dialog', { name: 'Reopen the Book' })
  await expect(reopening).toContainText(
    'The register and its 2 certificates become void. 2 lenders stay bound to 62% ($7,750,000.00).',
  )
  await reopening.getByLabel('Reason').fill('The amount changes')
  await reopening.getByRole('button', { name: 'Cancel' }).click()
  await register.getByRole('button', { name: 'Reopen…' }).click()
  await expect(reopening.getByLabel('Reason')).toHaveValue('The amount changes')
  await reopening.getByRole('button', { name: 'Reopen the Book' }).click()
  await expectToast(office, 'Book reopened')
  await expect(closing).toContainText('The loan is placed in full.')
  const earlier = part(office, 'Earlier Registers')
  await unfold(earlier)
  await earlier.getByText('Version 1').click()
  await expect(earlier).toContainText('Void')
  await expect(earlier).toContainText('Reason: The amount changes')
  await expect(earlier.getByRole('row', { name: /Jane Birch/ })).toContainText('22%')
})

test('the dialog to close a book warns before the commitment deadline, with the rest kept or not', async ({
  desk,
}) => {
  const commitmentDeadline = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const { loan } = await makeBook(desk)
  await desk.admin.call('updateDeal', { params: { id: loan.id }, body: { commitmentDeadline } })
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  const button = part(office, 'Closing').getByRole('button', { name: 'Close the Book…' })
  if (!(await button.isVisible())) await unfold(part(office, 'Closing'))
  await button.click()
  const dialog = office.getByRole('dialog', { name: 'Close the Book' })
  const early = 'You close before the commitment deadline,'
  await expect(dialog).toContainText(`place it first. ${early}`)
  await dialog.getByLabel('Keep the rest yourself: 18% ($2,250,000.00)').check()
  await expect(dialog).toContainText('you keep 38% ($4,750,000.00).')
  await expect(dialog).toContainText(early)
})

test('a draft and a loan without commitments say what is missing', async ({ desk }) => {
  const [draft, empty] = await Promise.all([
    desk.makeLoan({ isDraft: 'true' }),
    desk.makeLoan({ amount: '1000000.00' }),
  ])
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${draft.id}/deal`)
  const closing = part(office, 'Closing')
  await expect(closing).toContainText('This loan is a draft. Publish it first.')
  await unfold(closing)
  await expect(closing.getByRole('button', { name: 'Close the Book…' })).toBeDisabled()
  await openWhole(office, `/loans/${empty.id}/deal`)
  await expect(closing).toContainText('0% is placed; 100% ($1,000,000.00) is left.')
  await expect(part(office, 'Funding')).toContainText('Once the book is closed')
})

testOnPhone(
  'a lender goes from the notification of a closed book to its certificate',
  async ({ page, desk, lender }) => {
    const loan = await desk.makeLoan({ amount: '12500000.00' })
    await desk.makeCommitment(lender, loan, { percentage: '40' })
    await closeBook(desk.admin, loan.id, { retainRest: 'true' })
    await page.goto('/notifications')
    await page
      .getByRole('link', { name: /^Participation: You hold 40% \(\$5,000,000.00\)/ })
      .click()
    const card = part(page, 'Your Participation')
    await expect(card).toContainText('You hold 40%, $5,000,000.00')
    await expect(card).toContainText(/Interest a year, gross\$[\d,.]+at .+Est\. Maturity/)
    await expect(card.getByRole('heading')).toBeFocused()
    expect(await download(page, /^Certificate .+-1-01$/)).toMatch(/\.pdf$/)

    await page.goto('/commitments')
    const closed = part(page, 'Closed Loans').getByRole('row', { name: loan.title })
    await expect(closed).toContainText('40%$5,000,000.00')
    await closed.getByRole('link', { name: loan.title }).click()
    await expect(card).toBeVisible()
  },
)
