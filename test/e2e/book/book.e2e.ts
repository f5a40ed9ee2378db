import { readFile } from 'node:fs/promises'
import type { Loan } from '#contract/loans/shapes.ts'
import { enter, expect, test, type Desk, type Locator, type Page } from '#test/e2e/support/desk.ts'
import {
  chooseForLine,
  chooseFromMore,
  chooseOption,
  expectToast,
  fact,
  lineMenu,
  sidewaysScroll,
} from '#test/e2e/support/screen.ts'
import { print } from '#test/e2e/support/printing.ts'
import { spec } from '#test/support/requirements.ts'
import { readWorkbook } from '#test/support/workbook.ts'

const timestamp = /[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const lines = (page: Page) =>
  section(page, 'Indications and Commitments').getByRole('table').locator('tbody').getByRole('row')
const holders = (page: Page) => section(page, 'Lenders').getByRole('table')
const holder = (page: Page, name: string) => holders(page).getByRole('row', { name })

async function openBook(page: Page, desk: Desk, loan: Pick<Loan, 'id' | 'title'>) {
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await expect(page.getByRole('heading', { level: 1, name: `Book of ${loan.title}` })).toBeVisible()
}

const lenderIn = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Lender' })

async function openRecordDialog(page: Page, lender?: { email: string }) {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Commitment' })
  await expect(dialog).toBeVisible()
  if (lender) await chooseOption(lenderIn(dialog), lender.email)
  return dialog
}

const word = (dialog: Locator) => dialog.getByLabel('As instructed by')
const callPath = (loan: Pick<Loan, 'id'>) => `**/api/admin/loans/${loan.id}/commitments`

test('an administrator records commitments, and the totals add up', async ({ page, desk }) => {
  const loan = await desk.makeLoan({ amount: '2500000.50' })
  const dora = await desk.makeLender({ firstName: 'Dora' })
  const otto = await desk.makeLender({ firstName: 'Otto' })
  await desk.makeCommitment(otto, loan)
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('link', { name: 'Open Book' }).click()
  await expect(page.getByText('$2,500,000.50 · 7.25% · 24 months')).toBeVisible()
  const dialog = await openRecordDialog(page)
  await expect(dialog).toContainText('Available: 90% ($2,250,000.45) of $2,500,000.50')
  await dialog.getByRole('button', { name: 'Record Commitment' }).click()
  const lender = lenderIn(dialog)
  await expect(lender).toHaveAccessibleDescription('Please select a lender')
  await expect(lender).toBeFocused()
  await expect(word(dialog)).toHaveAccessibleDescription('Please say who gave the instruction')
  await word(dialog).fill('Dora Brook, by letter')
  await lender.fill(dora.email)
  await expect(dialog.getByRole('listbox')).toHaveText(`Dora Brook${dora.email}`)
  await page.keyboard.press('Enter')
  await expect(lender).toHaveValue(`Dora Brook (${dora.email})`)
  await expect(dialog).toContainText('Dora Brook holds nothing in this loan yet.')
  await dialog.getByRole('spinbutton').fill('25')
  // The exact amount is 625,000.125. Half a cent is rounded up.
  await expect(dialog).toContainText('Binding for Dora Brook: $625,000.13 (25%).')
  await dialog.getByRole('button', { name: 'Record Commitment' }).click()
  await expectToast(page, 'Commitment recorded', 'Dora Brook: $625,000.13 (25%), binding.')
  await expect(dialog).toBeHidden()

  await openRecordDialog(page, dora)
  await expect(dialog).toContainText('Dora Brook already holds 25% ($625,000.13) binding.')
  await dialog.getByLabel('Soft Commit').check()
  await dialog.getByRole('slider').focus()
  await page.keyboard.press('End')
  await word(dialog).fill('Dora Brook, by phone')
  await expect(dialog).toContainText(
    'Indication for Dora Brook, not binding: $1,625,000.33 (65%). After this Dora Brook holds 25% binding and 65% soft.',
  )
  await dialog.getByRole('button', { name: 'Record Commitment' }).click()
  await expectToast(page, 'Commitment recorded', 'Dora Brook: $1,625,000.33 (65%), soft.')

  await openRecordDialog(page, dora)
  await dialog.getByLabel('Soft Commit').check()
  await dialog.getByRole('spinbutton').fill('36')
  await expect(dialog).toContainText(
    'Dora Brook already holds soft interest in 65% of this loan. You can add up to 35% more.',
  )
  await expect(dialog.getByRole('button', { name: 'Record Commitment' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await expect(fact(page, 'Binding')).toHaveText('$875,000.18 35%')
  await expect(fact(page, 'Soft')).toHaveText('$1,625,000.33 65%')
  await expect(fact(page, 'Total interest')).toHaveText('$2,500,000.51 100%')
  await expect(fact(page, 'Available')).toHaveText('$1,625,000.32 65%')
  // The soft amount of 65% was rounded up, so it is one cent more than the available 65%.
  await expect(fact(page, 'Left after soft')).toHaveText('–')
  await expect(section(page, 'Totals').getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '35% binding, 65% soft, 65% available',
  )
  await expect(holder(page, dora.email)).toContainText('25% · $625,000.1365% · $1,625,000.33')
  await expect(holder(page, otto.email)).toContainText('10% · $250,000.05')
  await expect(holder(page, 'Total')).toContainText('35% · $875,000.1865% · $1,625,000.33 soft')
  await expect(lines(page)).toHaveCount(3)
  for (const [index, kind] of ['Soft', 'Binding'].entries()) {
    await expect(lines(page).nth(index)).toContainText(
      /Dora Brook.*Recorded by .+ on the lender's behalf.*Last instruction: Dora Brook, by (phone|letter) on /,
    )
    await expect(lines(page).nth(index)).toContainText(kind)
    await expect(lines(page).nth(index)).toContainText(timestamp)
  }
  await expect(lines(page).nth(2)).not.toContainText('Recorded by')
  expect(await dora.call('listOwnCommitments')).toMatchObject([
    { percentage: '65.00', amount: '1625000.33', isSoftCommit: 'true', isOnBehalf: 'true' },
    { percentage: '25.00', amount: '625000.13', isSoftCommit: 'false', isOnBehalf: 'true' },
  ])
})

test('an excessive share, a duplicate commitment, and a repeated release are rejected', async ({
  page,
  desk,
}) => {
  await test.step('a share above the available share is rejected, and the dialog keeps its input', async () => {
    const loan = await desk.makeLoan()
    const dora = await desk.makeLender({ firstName: 'Dora' })
    await openBook(page, desk, loan)
    await expect(page.getByText('No commitments yet')).toBeVisible()
    const dialog = await openRecordDialog(page, dora)
    await dialog.getByRole('spinbutton').fill('40')
    await word(dialog).fill('Dora Brook, by phone')
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '75' })
    await dialog.getByRole('button', { name: 'Record Commitment' }).click()
    await expectToast(
      page,
      'Error',
      'Failed to record commitment. Only 25% of this loan is still available',
    )
    await expect(lenderIn(dialog)).toHaveValue(`Dora Brook (${dora.email})`)
    await expect(dialog).toContainText('Only 25% is left now; your 40% became 25%.')
    await dialog.getByRole('button', { name: 'Record Commitment' }).click()
    await expectToast(page, 'Commitment recorded', '$625,000.00 (25%)')
  })

  await test.step('a double click or a retry after a lost response records only one commitment', async () => {
    const loan = await desk.makeLoan()
    const dora = await desk.makeLender({ firstName: 'Dora' })
    await openBook(page, desk, loan)
    const dialog = await openRecordDialog(page, dora)
    await word(dialog).fill('Dora Brook, by phone ')
    await page.route(callPath(loan), async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Record Commitment' }).click()
    await expectToast(page, 'Error', 'Failed to record commitment.')
    await expect(dialog).toContainText(
      "We couldn't confirm that the commitment was recorded. Try again; it can't be recorded twice.",
    )
    await page.unroute(callPath(loan))
    await dialog.getByRole('button', { name: 'Record Commitment' }).dblclick()
    await expectToast(page, 'Commitment recorded')
    expect(await dora.call('listOwnCommitments')).toHaveLength(1)
  })

  await test.step("a commitment that has already been released can't be released again", async () => {
    const loan = await desk.makeLoan()
    const dora = await desk.makeLender({ firstName: 'Dora' })
    const { id } = await desk.makeCommitment(dora, loan)
    await openBook(page, desk, loan)
    await chooseForLine(page, 'Release', 'Dora Brook')
    const dialog = page.getByRole('dialog', { name: 'Release Commitment' })
    await dialog.getByLabel('Reason').fill('Twice')
    await desk.admin.call('releaseCommitment', { params: { id }, body: { reason: 'Once' } })
    await dialog.getByRole('button', { name: 'Release Commitment' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to release commitment.')
    await expect(dialog.getByLabel('Reason')).toHaveValue('Twice')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your text?' })
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Twice')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(lines(page)).toContainText(['Once'])
  })
})

test('a release requires a reason, makes the share available again, and stays listed in the book', async ({
  page,
  desk,
}) => {
  spec('4.9')
  const loan = await desk.makeLoan()
  const dora = await desk.makeLender({ firstName: 'Dora' })
  const otto = await desk.makeLender({ firstName: 'Otto' })
  const { id } = await desk.makeCommitment(otto, loan, { isSoftCommit: 'true' })
  await otto.call('withdrawCommitment', { params: { id } })
  await desk.makeCommitment(dora, loan, { percentage: '30' })
  await desk.makeCommitment(otto, loan, { percentage: '70' })
  await openBook(page, desk, loan)
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeDisabled()
  await chooseForLine(page, 'Release', 'Dora Brook', '30%, $750,000.00')
  const dialog = page.getByRole('dialog', { name: 'Release Commitment' })
  await expect(dialog).toContainText(
    "This releases Dora Brook from 30% ($750,000.00). It can't be undone.",
  )
  await expect(dialog.getByRole('row', { name: 'Released' })).toHaveText('Released30%$750,000.00')
  await expect(dialog.getByRole('row', { name: 'Available now' })).toContainText('0%$0.00')
  await expect(dialog.getByRole('row', { name: 'Available afterwards' })).toContainText(
    '30%$750,000.00',
  )
  await dialog.getByRole('button', { name: 'Release Commitment' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/)
  await dialog.getByLabel('Reason').fill('  The credit committee withdrew its consent.  ')
  await dialog.getByRole('button', { name: 'Release Commitment' }).click()
  await expectToast(page, 'Commitment released', 'Dora Brook: $750,000.00 (30%).')
  await expect(dialog).toBeHidden()

  await expect(fact(page, 'Available')).toHaveText('$750,000.00 30%')
  await expect(holders(page).getByRole('row', { name: dora.email })).toContainText('No share')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeEnabled()
  const ended = lines(page).filter({ hasText: /Released|Withdrawn/ })
  await expect(ended).toContainText([
    /Dora Brook.*Released by .+ [AP]M: The credit committee withdrew its consent\./,
    /Otto Brook.*Withdrawn by the lender [A-Z]/,
  ])
  await expect(lineMenu(page, 'Dora Brook')).toHaveCount(0)
  expect(await dora.call('listOwnCommitments')).toEqual([])
})

test("a lender can't open the book but sees commitments recorded on their behalf", async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await desk.admin.call('recordCommitment', {
    params: { loanId: loan.id },
    body: { loanId: loan.id, lenderId: lender.id, percentage: '10', isSoftCommit: 'false' },
  })
  await desk.makeCommitment(lender, loan, { percentage: '5' })
  expect(await lender.refusal('getBook', { params: { id: loan.id } })).toMatch(/^403/)
  for (const name of ['exportBookAsCsv', 'exportBookAsXlsx'] as const)
    expect(await lender.refusal(name, { params: { id: loan.id } })).toMatch(/^403/)
  await page.goto(`/loans/${loan.id}/book`)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  await page.goto(`/loans/${loan.id}`)
  const funding = page.getByRole('complementary', { name: 'Funding' })
  const own = funding.getByRole('list', { name: 'Your lines' }).getByRole('listitem')
  await expect(own).toHaveText([
    /^Binding 5%Receipt\$125,000\.00$/,
    /^Binding 10%Receipt\$250,000\.00Recorded on your behalf$/,
  ])
  await expect(page.getByRole('link', { name: 'Open Book' })).toHaveCount(0)
  await page.goto('/commitments')
  const cards = page
    .getByRole('list', { name: `Commitments to ${loan.title}` })
    .getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: 'Recorded on your behalf' })).toHaveCount(1)
})

test('a book export contains all rows, reports a missing loan, and can be retried after a failure', async ({
  page,
  desk,
}) => {
  await test.step('book exports contain every row and the totals', async () => {
    const loan = await desk.makeLoan()
    const dora = await desk.makeLender({ firstName: 'Dora' })
    const { id } = await desk.makeCommitment(dora, loan, { percentage: '20' })
    await desk.makeCommitment(dora, loan, { isSoftCommit: 'true' })
    await desk.admin.call('releaseCommitment', {
      params: { id },
      body: { reason: 'Sold, "as is"' },
    })
    await openBook(page, desk, loan)

    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      chooseFromMore(page, 'Export CSV'),
    ])
    expect(csv.suggestedFilename()).toMatch(/\.csv$/)
    const text = await readFile(await csv.path(), 'utf8')
    expect(text).toContain('"Sold, ""as is"""')
    expect(text.split('\r\n').filter((line) => line.includes(dora.email))).toHaveLength(2)

    const [xlsx] = await Promise.all([
      page.waitForEvent('download'),
      chooseFromMore(page, 'Export XLSX'),
    ])
    expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/)
    const sheets = await readWorkbook(await readFile(await xlsx.path()))
    const written = sheets.flatMap(({ rows }) => rows)
    const ofDora = written.filter((values) => values.includes(dora.email))
    expect(ofDora.filter((values) => values.includes('Soft'))).toHaveLength(1)
    expect(ofDora.filter((values) => values.includes('Released'))).toHaveLength(1)
    expect(ofDora.find((values) => values.includes('Released'))).toContain(500_000)
  })

  await test.step('a missing book shows Loan not found, and a failed load can be retried', async () => {
    await page.goto('/loans/00000000-0000-4000-8000-000000000000/book')
    await expect(page.getByRole('heading', { name: 'Loan not found' })).toBeVisible()
    const loan = await desk.makeLoan()
    await page.route('**/api/**/book/*', (route) => route.abort())
    await page.goto(`/loans/${loan.id}/book`)
    await expect(page.getByText("The book couldn't be loaded")).toBeVisible()
    await page.unroute('**/api/**/book/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No commitments yet')).toBeVisible()
  })
})

test("the PDF printed from a book contains the book's figures", async ({ page, desk }) => {
  const loan = await desk.makeLoan({ amount: '2500000.50' })
  await desk.makeCommitment(await desk.makeLender({ firstName: 'Dora' }), loan)
  await openBook(page, desk, loan)
  await expect(lines(page)).toHaveCount(1)
  const text = (await print(page, 'A4')).map((sheet) => sheet.text).join('\n')
  for (const words of [`Book of ${loan.title}`, 'Printed', 'Dora Brook', 'Lenders', 'Total'])
    expect(text).toContain(words)
  expect(text).toMatch(/Binding +10% +\$250,000\.05/)
  expect(text).toMatch(/\$2,250,000\.45 +90%/)
  expect(text).not.toMatch(/Upload|Navigation/)
})

test('a book can be printed, fits on a phone, and becomes read-only once the loan is funded', async ({
  page,
  desk,
}) => {
  await test.step("a funded loan's book is read-only", async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(await desk.makeLender({ firstName: 'Dora' }), loan)
    await desk.admin.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
    await openBook(page, desk, loan)
    await expect(lines(page)).toHaveCount(1)
    await lineMenu(page, 'Dora Brook').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Message'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeDisabled()
  })

  await test.step('a printed book contains only the book, with all of its columns', async () => {
    const loan = await desk.makeLoan({ amount: '9999999999999.99' })
    await desk.makeCommitment(await desk.makeLender({ firstName: 'Dora' }), loan)
    await openBook(page, desk, loan)
    await expect(lines(page)).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    // The window has the size of a portrait A4 page without margins, in pixels.
    await page.setViewportSize({ width: 688, height: 1016 })
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    for (const control of ['Record', 'More', /^Actions/])
      await expect(page.getByRole('button', { name: control })).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('link')).toHaveCount(0)
    await expect(page.getByText(/^Printed [A-Z][a-z]{2} \d/)).toBeVisible()
    await expect(holders(page)).toContainText('Dora Brook')
    const tooWide = await page
      .getByRole('table')
      .evaluateAll(
        (tables) => tables.filter((table) => table.getBoundingClientRect().right > 688.5).length,
      )
    expect(tooWide).toBe(0)
    await page.emulateMedia({ media: null })
  })

  await test.step("a book doesn't scroll sideways on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    const loan = await desk.makeLoan({ amount: '250000000' })
    const dora = await desk.makeLender({ firstName: 'Dora' })
    await desk.makeCommitment(dora, loan, { percentage: '30' })
    await desk.makeCommitment(dora, loan, { percentage: '30', isSoftCommit: 'true' })
    await openBook(page, desk, loan)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await expect(holders(page)).toContainText('30% · $75,000,000.00')
    const inside = await section(page, 'Indications and Commitments').evaluate(
      (box) => box.scrollWidth - box.clientWidth,
    )
    expect(inside).toBeLessThanOrEqual(0)
    const menu = lineMenu(page, 'Dora Brook', '30%, $75,000,000.00').last()
    expect((await menu.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Release' }).click()
    await expect(page.getByRole('dialog', { name: 'Release Commitment' })).toBeVisible()
  })
})
