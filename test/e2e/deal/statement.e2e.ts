/** Receipts that are proposed of a bank statement: each is recorded by a person. */
import { readFile } from 'node:fs/promises'
import { bai2, makeStatement } from '#test/support/bank-statements.ts'
import { closeBook } from '#test/support/closed-books.ts'
import { expect, test, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, openWhole, unfold } from '#test/e2e/support/screen.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const statement = (page: Page) => part(page, 'Bank Statement')
const chooser = (page: Page) => statement(page).locator('input[type=file]')
const recording = (page: Page, place = '') =>
  page.getByRole('dialog', { name: `Record Receipt${place}`, exact: true })

const file = (content: string | Buffer, name = 'Today.bai') => ({
  ...{ name, mimeType: 'application/octet-stream' },
  buffer: Buffer.from(content),
})

/** A closed book of $1,000,000: Jane Alder owes a quarter, and Jane Birch 30%. */
async function openClosed(desk: Desk) {
  const loan = await desk.makeLoan({ amount: '1000000.00' })
  for (const [lastName, percentage] of [
    ['Alder', '25'],
    ['Birch', '30'],
  ] as const) {
    const lender = await desk.makeLender({ firstName: 'Jane', lastName })
    await desk.makeCommitment(lender, loan, { percentage })
  }
  await closeBook(desk.admin, loan.id, { retainRest: 'true' })
  const page = await desk.openAs(desk.admin)
  await openWhole(page, `/loans/${loan.id}/deal`)
  return { page, title: loan.title }
}

/** The references of one test's entries. A receipt that another test recorded would use up an entry like it. */
const referenceOf = (title: string, number: number) => `${title.slice(-8)} ${number}`

const linesOf = (title: string) => [
  `16,195,25000000,Z,${referenceOf(title, 1)},,WIRE JANE ALDER/`,
  `16,195,10000000,Z,${referenceOf(title, 2)},,WIRE JANE BIRCH ${title}/`,
  `16,195,777,Z,${referenceOf(title, 3)},,INTEREST/`,
  `16,199,888,Z,${referenceOf(title, 4)},,SOMETHING/`,
]

test('an administrator records the receipts that a bank statement proposes, one after the other', async ({
  desk,
}) => {
  const { page, title } = await openClosed(desk)
  await page.getByRole('button', { name: 'Propose from Statement…' }).press('Enter')
  const card = statement(page)
  await expect(card.getByRole('button', { name: 'Choose File' })).toBeFocused()
  await chooser(page).setInputFiles(file('<a><b></a>', 'Broken.xml'))
  await expect(card.getByRole('alert')).toContainText("Broken.xml couldn't be read")
  await expect(card.getByRole('alert')).toContainText("isn't well-formed XML")

  // The same day as camt.053 and as a table, each in place of the one before.
  const wire = { amount: '250000.00', reference: referenceOf(title, 1), text: 'WIRE JANE ALDER' }
  const interest = { amount: '7.77', reference: referenceOf(title, 3), text: 'INTEREST' }
  for (const [format, lines, described] of [
    ['camt053', [wire], 'camt.053 with 1 entry: 1 receipt proposed.'],
    ['csv', [wire, interest], 'Table with 2 entries: 1 receipt proposed, 1 entry left.'],
    [
      'xlsx',
      [interest, wire, interest],
      'Table with 3 entries: 1 receipt proposed, 2 entries left.',
    ],
  ] as const) {
    await chooser(page).setInputFiles(file(await makeStatement(format, lines), `Day.${format}`))
    await expect(card).toContainText(described)
    await expect(card.getByRole('row', { name: /Jane Alder/ })).toContainText('In full')
  }

  await chooser(page).setInputFiles(file(bai2(linesOf(title))))
  await expect(card.getByRole('heading', { name: 'Bank Statement' })).toBeFocused()
  await expect(card).toContainText(
    'BAI2 with 3 entries: 2 receipts proposed, 1 entry left, 1 problem.',
  )
  const alder = card.getByRole('row', { name: /Jane Alder/ })
  await expect(alder).toContainText(referenceOf(title, 1))
  await expect(alder).toContainText('Line 4. It names Jane Alder.')
  await expect(alder).toContainText('In full')
  await expect(card.getByText('Line 7:')).toBeVisible()
  await expect(part(page, 'Entries left')).toContainText('INTEREST')
  await expect(part(page, 'Receipts of Money')).toHaveCount(0)

  // Closing the dialog records nothing, and keeps what was typed.
  const all = card.getByRole('button', { name: 'Record Selected (2)…' })
  await all.press('Enter')
  await expect(recording(page, ' 1 of 2').getByLabel('Amount ($)')).toHaveValue('250000.00')
  await expect(recording(page, ' 1 of 2').getByLabel("Bank's reference")).toHaveValue(
    referenceOf(title, 1),
  )
  await recording(page, ' 1 of 2').getByLabel('Note').fill('Came before noon')
  await page.keyboard.press('Escape')
  await expect(all).toBeFocused()
  await card.getByRole('checkbox', { name: 'Select $100,000.00 of Jane Birch' }).uncheck()
  await card.getByRole('button', { name: 'Record Selected (1)…' }).click()
  await recording(page).getByRole('button', { name: 'Restore' }).click()
  await expect(recording(page).getByLabel('Note')).toHaveValue('Came before noon')
  await recording(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(part(page, 'Receipts of Money')).toHaveCount(0)

  await card.getByRole('checkbox', { name: 'Select all proposed receipts' }).check()
  await all.click()
  const first = recording(page, ' 1 of 2')
  await expect(first).toContainText('Jane Alder has then paid all $250,000.00.')
  await first.getByRole('button', { name: 'Record Receipt' }).click()
  await expectToast(page, 'Receipt recorded', /Jane Alder: \$250,000\.00/)
  const second = recording(page, ' 2 of 2')
  await expect(second.getByLabel("Bank's reference")).toHaveValue(referenceOf(title, 2))
  await second.getByRole('button', { name: 'Record Receipt' }).click()
  await expectToast(page, 'Receipt recorded', /Jane Birch: \$100,000\.00/)
  await expect(card).toContainText('Nothing is left to record')
  await expect(card.getByText('It is on record already.')).toHaveCount(2)
  await expect(card.getByText(/^BAI2 with 3 entries: 0 receipts/)).toBeFocused()
  await unfold(part(page, 'Receipts of Money'))
  await expect(
    part(page, 'Receipts of Money').getByRole('row', { name: new RegExp(title.slice(-8)) }),
  ).toHaveCount(2)
  await expect(part(page, 'Funding')).toContainText('1 of 2 lenders have paid in full')

  // A reversed receipt is proposed again from the file that is still open.
  await page.getByRole('button', { name: 'Reverse: $100,000.00 of Jane Birch' }).click()
  const reversing = page.getByRole('dialog', { name: 'Reverse Receipt' })
  await reversing.getByLabel('Reason').fill('It was for another loan')
  await reversing.getByRole('button', { name: 'Reverse Receipt' }).click()
  await expect(
    card.getByRole('button', { name: 'Record: $100,000.00 of Jane Birch' }),
  ).toBeVisible()
  await card.getByRole('button', { name: 'Close the statement' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Propose from Statement…' })).toBeFocused()

  const saving = page.waitForEvent('download')
  await unfold(part(page, 'Register'))
  await part(page, 'Register').getByRole('button', { name: 'Ledger Journal' }).click()
  const journal = await saving
  expect(journal.suggestedFilename()).toMatch(/\.journal$/)
  const text = await readFile(await journal.path(), 'utf8')
  expect(text).toContain(`* (${referenceOf(title, 1)}) Receipt of Jane Alder`)
})

test('a statement that fits no lender proposes nothing, and one that failed to be read is read again', async ({
  desk,
}) => {
  const { page, title } = await openClosed(desk)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Propose from Statement…' }).click()
  await page.route('**/statements', (route) => route.abort())
  await chooser(page).setInputFiles(file(bai2(linesOf(title).slice(2, 3))))
  const failed = statement(page).getByRole('alert')
  await expect(failed).toContainText('The server cannot be reached.')
  await page.unroute('**/statements')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(statement(page)).toContainText('No receipts are proposed')
  await expect(
    part(page, 'Entries left').getByText('$7.77', { exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await chooser(page).setInputFiles(file(bai2(linesOf(title).slice(0, 1)), 'Later.bai'))
  await expect(statement(page)).toContainText('Later.bai')
  await statement(page).getByRole('button', { name: 'Record: $250,000.00' }).click()
  await expect(recording(page).getByLabel('Lender')).toContainText('Jane Alder')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
