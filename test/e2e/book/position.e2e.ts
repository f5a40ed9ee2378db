import { readFile } from 'node:fs/promises'
import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import {
  closeReceipt,
  expectToast,
  fact,
  sidewaysScroll,
  expectReceipt,
} from '#test/e2e/support/screen.ts'

const rowOf = (page: Page, title: string) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title }) })
const linesOf = (page: Page, title: string) =>
  page.getByRole('list', { name: `Lines of ${title}` }).getByRole('listitem')
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name })

testOnPhone(
  "a lender's position lists each loan with its commitments and the actions allowed on each commitment",
  async ({ page, desk, lender }) => {
    const pier = await desk.makeLoan({ amount: '1000000.00', interestRate: '7.25' })
    const quay = await desk.makeLoan({ amount: '500000.00', interestRate: '9.00', term: 36 })
    await desk.makeCommitment(lender, pier, { percentage: '20' })
    await desk.makeCommitment(lender, quay, { percentage: '4' })
    await desk.makeCommitment(lender, pier, { percentage: '5', isSoftCommit: 'true' })

    await test.step('the summary shows the weighted rate and annual interest', async () => {
      await page.goto('/commitments')
      // The annual interest is 14,500 + 1,800: 7.25% of 200,000 and 9% of 20,000.
      await expect(fact(page, 'Annual Interest').first()).toHaveText('$16,300.00')
      await expect(fact(page, 'Weighted Rate').first()).toHaveText('7.41%')
      await expect(fact(page, 'Avg. Rate').first()).toHaveText('8.13%')
    })

    await test.step('cards for the same loan are grouped, and no button on them is emphasized', async () => {
      const titles = page
        .getByRole('list', { name: 'Commitments', exact: true })
        .getByRole('heading')
      await expect(titles).toHaveText([pier.title, pier.title, quay.title])
      const together = page.getByRole('list', { name: `Commitments to ${pier.title}` })
      await expect(together.getByRole('listitem')).toHaveCount(2)
      const binding = page.getByRole('button', { name: `Make Binding: ${pier.title}` })
      const change = page.getByRole('button', { name: `Change Share: ${pier.title}` })
      expect(await binding.getAttribute('class')).toBe(await change.getAttribute('class'))
    })

    await test.step('the URL selects the position view, which has a row for each loan', async () => {
      await view(page, 'Position').click()
      await expect(page).toHaveURL('/commitments?view=position')
      await expect(view(page, 'Position')).toHaveAttribute('aria-current', 'page')
      const row = rowOf(page, pier.title)
      for (const text of ['$200,000.00', '20%', '$50,000.00', '5%', '25%', '7.25%', '24 months'])
        await expect(row.getByText(text).filter({ visible: true }).first()).toBeVisible()
      await expect(rowOf(page, quay.title).getByRole('button')).toHaveAccessibleName(
        `1 line: ${quay.title}`,
      )
      // Before funding, the maturity is an estimate that assumes that the term begins today.
      const estimate = row.getByText(/Est\. [A-Z][a-z]{2} \d{4}$/)
      await expect(estimate.filter({ visible: true })).toHaveCount(1)
      expect(await sidewaysScroll(page)).toBe(0)
      // The printed page has no controls, so labels that refer to controls are hidden too.
      const shown = page.getByText('5% line').filter({ visible: true })
      await expect(shown).toHaveCount(1)
      await page.emulateMedia({ media: 'print' })
      await expect(shown).toHaveCount(0)
      await expect(page.getByText('Next Step')).toBeHidden()
      await page.emulateMedia({ media: null })
    })

    await test.step("a loan's row in the position view expands to show its commitments", async () => {
      const button = rowOf(page, pier.title).getByRole('button', { name: '2 lines' })
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await button.click()
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      await expect(linesOf(page, pier.title)).toHaveText([/Soft5% · \$50,000\.00/, /Binding20%/])
      await expect(linesOf(page, pier.title).nth(1).getByRole('button')).toHaveCount(0)
      expect(await sidewaysScroll(page)).toBe(0)
    })

    await test.step('a commitment is changed from the position view', async () => {
      await linesOf(page, pier.title).first().getByRole('button', { name: 'Change Share' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change Share' })
      await dialog.getByRole('spinbutton').fill('6')
      await dialog.getByRole('button', { name: 'Change Share' }).click()
      await expectToast(page, 'Share changed', '6% ($60,000.00)')
      await expect(linesOf(page, pier.title).first()).toContainText('6% · $60,000.00')
    })

    await test.step('the suggested next step makes a soft commitment binding', async () => {
      const row = rowOf(page, pier.title)
      await row.getByRole('button', { name: 'Make Binding' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
      await expect(dialog).toContainText('$60,000.00')
      await dialog.getByRole('button', { name: 'Make Binding' }).click()
      // The toast of the step before stays open while the pointer is on it.
      await page.mouse.move(0, 0)
      await expectReceipt(page, 'Indication made binding', '$60,000.00')
      await closeReceipt(page)
      await expect(row.getByText('$260,000.00').filter({ visible: true })).toBeVisible()
      await expect(row.getByRole('button', { name: 'Make Binding' })).toHaveCount(0)
      await expect(fact(page, 'Annual Interest').first()).toHaveText('$20,650.00')
    })
  },
)

test("the concentration view shows how the lender's binding amounts are distributed", async ({
  page,
  desk,
  lender,
}) => {
  const fields = { amount: '1000000.00', propertyType: 'Retail' }
  const boston = { ...fields, propertyAddress: '4 Pier Road, Boston, MA', interestRate: '7.25' }
  await desk.makeCommitment(lender, await desk.makeLoan(boston), { percentage: '30' })
  const nowhere = { ...fields, propertyAddress: 'Off the road', interestRate: '8.00' }
  await desk.makeCommitment(lender, await desk.makeLoan(nowhere), { percentage: '10' })
  await page.goto('/commitments?view=position')
  const rows = (by: string) =>
    page
      .getByRole('table', { name: `Concentration by ${by}` })
      .locator('tbody')
      .getByRole('row')
  await expect(rows('property type')).toHaveText(['Retail$400,000.00100.00%'])
  await expect(rows('state')).toHaveText(['MA$300,000.0075.00%', 'Other$100,000.0025.00%'])
  await expect(rows('rate')).toHaveText([
    '7.00% to 7.99%$300,000.0075.00%',
    '8.00% to 8.99%$100,000.0025.00%',
  ])
  await expect(rows('maturity')).toHaveText([/^Q\d 20\d\d estimated\$400,000\.00100\.00%$/])
  await expect(page.getByText('A hatched maturity is an estimate')).toBeVisible()
  const states = page.getByRole('group', { name: 'Binding amount by state' })
  await expect(states.getByRole('link')).toHaveCount(1)
  await expect(page.getByText('Other: $100,000.00, 25.00%')).toBeVisible()
  await states.getByRole('link', { name: 'Massachusetts (MA), $300,000.00, 75.00%' }).click()
  await expect(page).toHaveURL(/\/loans\?location=MA&held=true$/)
})

testOnPhone(
  'the history shows commitments made, changed, withdrawn, released, and removed, with the reasons',
  async ({ page, desk, lender }) => {
    await page.goto('/commitments?view=history')
    await expect(page.getByText('Nothing here yet')).toBeVisible()
    const [pier, quay, gone] = [await desk.makeLoan(), await desk.makeLoan(), await desk.makeLoan()]
    const soft = await desk.makeCommitment(lender, pier, { isSoftCommit: 'true' })
    const params = { id: soft.id }
    await lender.call('changeCommitment', { params, body: { percentage: '12' } })
    await lender.call('withdrawCommitment', { params })
    const bound = await desk.makeCommitment(lender, quay)
    const body = { reason: 'The borrower prepaid.' }
    await desk.admin.call('releaseCommitment', { params: { id: bound.id }, body })
    await desk.makeCommitment(lender, gone, { percentage: '3' })
    await desk.admin.call('deleteLoan', { params: { id: gone.id } })
    await page.goto('/commitments')
    await expect(
      page.getByText('No commitments yet. Browse available loans to get started.'),
    ).toBeVisible()
    await view(page, 'History').click()
    await expect(page).toHaveURL('/commitments?view=history')
    const rows = page.getByRole('table').locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(7)
    const expectRow = async (index: number, texts: string[]) => {
      // `useInnerText` excludes text in the layout that is hidden at this width.
      for (const text of texts)
        await expect(rows.nth(index)).toContainText(text, { useInnerText: true })
    }
    await expectRow(0, [gone.title, 'Loan removed', '$75,000.00', '3% binding'])
    await expectRow(1, [gone.title, 'Committed', 'Loan removed since', '$75,000.00'])
    await expect(rows.getByRole('link', { name: gone.title, exact: true })).toHaveCount(0)
    await expectRow(2, [quay.title, 'Released', '$250,000.00', 'Reason: The borrower prepaid.'])
    await expectRow(3, [quay.title, 'Committed', '$250,000.00', '10% binding'])
    await expectRow(4, [pier.title, 'Withdrawn', '$300,000.00', '12% soft'])
    await expectRow(5, [pier.title, 'Share changed', 'Before: $250,000.00 (10%)'])
    await expectRow(6, [pier.title, 'Indicated', '$250,000.00', '10% soft'])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/commitments')
    await expect(view(page, 'Cards')).toHaveAttribute('aria-current', 'page')
    // The next visit opens the view that was chosen last.
    await page.goto('/commitments')
    await expect(page).toHaveURL('/commitments?view=history')
    await view(page, 'Cards').click()
    await expect(page).toHaveURL('/commitments')
    await page.reload()
    await expect(view(page, 'Cards')).toHaveAttribute('aria-current', 'page')
  },
)

test('a position can be exported as a statement, a CSV file, and a spreadsheet', async ({
  page,
  desk,
  lender,
}) => {
  await page.goto('/commitments?view=position')
  const exports = page.getByRole('group', { name: 'Export your position' })
  await expect(
    page.getByText('No commitments yet. Browse available loans to get started.'),
  ).toBeVisible()
  await expect(exports).toHaveCount(0)
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan)
  await page.reload()
  for (const [name, file, start] of [
    ['Statement (PDF)', /^Statement [\d-]{10}\.pdf$/, '%PDF-'],
    ['Export CSV', /^Position [\d-]{10}\.csv$/, '\ufeffLoan,'],
    ['Export XLSX', /^Position [\d-]{10}\.xlsx$/, 'PK'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await exports.getByRole('button', { name }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(file)
    const content = await readFile(await download.path())
    expect(content.toString().startsWith(start)).toBe(true)
    if (name === 'Export CSV') expect(content.toString()).toContain(loan.title)
  }

  await test.step('on a phone, one menu offers the same files', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await expect(exports).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
    const files = page.getByRole('menuitem')
    await expect(files).toHaveText(['Statement (PDF)', 'Export CSV', 'Export XLSX'])
    const downloading = page.waitForEvent('download')
    await files.filter({ hasText: 'CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^Position [\d-]{10}\.csv$/)
  })
})
