/** Working through the loan list: private marks, navigation between loans, and export. */
import { readFileSync } from 'node:fs'
import { expect, test, testAtSizes, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'

const list = (mark: string, query = '') => `/loans?search=${encodeURIComponent(mark)}${query}`
const link = (page: Page, title: string) => page.getByRole('link', { name: `View ${title}` })
const pencil = (page: Page, title: string) =>
  page.getByRole('button', { name: `Mark or Note ${title}` })
const more = (page: Page, title: string) => page.getByRole('button', { name: `More: ${title}` })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mark or Note' })
const heading = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `a loan marked as passed is hidden until the user shows passed loans, and keeps its note (${size})`,
    async ({ lenderPage: page, desk }) => {
      const mark = uniqueTitle('Weir')
      const loan = await desk.makeLoan({ title: `${mark} A` })
      const other = await desk.makeLoan({ title: `${mark} B` })
      await page.goto(list(mark))
      if (size === 'phone') {
        await more(page, loan.title).click()
        await page.getByRole('menuitem', { name: 'Mark or Note' }).click()
      } else await pencil(page, loan.title).click()
      await dialog(page).getByText('Passed', { exact: true }).click()
      await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Too much leverage')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expectToast(page, 'Marked as passed', loan.title)
      await expect(dialog(page)).toBeHidden()
      await expect(link(page, loan.title)).toBeHidden()
      await expect(link(page, other.title)).toBeVisible()
      await expect(page.getByText('1 loan · $2.5M · $2.5M available')).toBeVisible()
      await page.getByRole('button', { name: 'Show Passed Loans' }).click()
      await expect(page).toHaveURL(/passed=true/)
      await expect(link(page, loan.title)).toBeVisible()
      const item = page.getByRole('main').getByRole(size === 'phone' ? 'listitem' : 'row')
      await expect(item.filter({ hasText: loan.title })).toContainText('Passed')
      const opener = size === 'phone' ? more : pencil
      await expect(opener(page, loan.title)).toHaveAccessibleName(/has a note$/)
      await page.getByRole('button', { name: 'Hide Passed Loans' }).click()
      await expect(link(page, loan.title)).toBeHidden()

      await page.goto(`/loans/${loan.id}`)
      const line = page.getByRole('button', { name: 'Passed Too much leverage' })
      await line.click()
      await dialog(page).getByText('None', { exact: true }).click()
      await dialog(page).getByRole('textbox', { name: 'Note' }).fill('')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: 'Mark or Note' })).toBeFocused()
      await page.goto(list(mark))
      await expect(link(page, loan.title)).toBeVisible()
    },
  )

test('if all loans in the list are marked as passed, a button shows them', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await lender.call('markLoan', { params: { id: loan.id }, body: { stage: 'passed' } })
  await page.goto(list(loan.title))
  await expect(page.getByText('No loans available', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show Passed Loans' }).click()
  await expect(link(page, loan.title)).toBeVisible()
})

test('on a loan opened from a list, buttons and keys open the previous and next loans, except while the user is typing', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Lock')
  for (const [place, amount] of ['1000000.00', '2000000.00', '3000000.00'].entries())
    await desk.makeLoan({ title: `${mark} ${place + 1}`, amount })
  await page.goto(list(mark, '&sort=amount'))
  const position = page.getByRole('navigation', { name: 'Loans in the list' })
  await link(page, `${mark} 1`).click()
  await heading(page, `${mark} 1`)
  await expect(position).toHaveText('1 of 3')
  await expect(position.getByRole('button', { name: 'Previous Loan' })).toBeDisabled()
  await position.getByRole('link', { name: 'Next Loan' }).click()
  await heading(page, `${mark} 2`)
  await page.keyboard.press('j')
  await heading(page, `${mark} 3`)
  await expect(position).toHaveText('3 of 3')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await heading(page, `${mark} 2`)

  await page.getByLabel('Your message').fill('jk')
  await page.getByLabel('Your message').press('j')
  await expect(page.getByLabel('Your message')).toHaveValue('jkj')
  await page.getByLabel('Your message').fill('')
  await page.getByRole('button', { name: 'Mark or Note' }).click()
  await dialog(page).getByText('Passed', { exact: true }).click()
  await page.keyboard.press('j')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: `${mark} 2` })).toBeVisible()
  // The passed loan has been removed from the list, but its page still shows its former position.
  await expect(position).toHaveText('2 of 3')
  await page.keyboard.press('j')
  await heading(page, `${mark} 3`)
  await expect(position).toHaveText('2 of 2')

  // Navigating between loans adds no history entries, so Back returns to the list with its filter and order.
  await page.goBack()
  await expect(page).toHaveURL(/search=.*sort=amount/)
  await expect(link(page, `${mark} 1`)).toBeVisible()
  await page.goto(`/loans?search=${encodeURIComponent(`${mark} 1`)}`)
  const elsewhere = await desk.makeLoan()
  await page.goto(`/loans/${elsewhere.id}`)
  await expect(page.getByRole('heading', { level: 1, name: elsewhere.title })).toBeVisible()
  await expect(position).toBeHidden()
})

test("the exported file uses the list's filters and sort order", async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Sluice')
  const one = await desk.makeLoan({ title: `${mark} 1`, ltv: '55', noiInPlace: '250000' })
  const two = await desk.makeLoan({ title: `${mark} 2`, ltv: '50', noiInPlace: '250000' })
  await desk.makeLoan({ title: `${mark} 3`, ltv: '80' })
  await page.goto(list(mark, '&ltvMax=60&dscrMin=1.2&sort=ltv'))
  await expect(link(page, one.title)).toBeVisible()
  for (const format of ['CSV', 'XLSX']) {
    await page.getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^Loans \\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`),
    )
    if (format !== 'CSV') continue
    const [, ...rows] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(rows.map((row) => row.split(',')[0])).toEqual([two.title, one.title])
  }
})

test('debt yield and DSCR filters work above the list in a wide window and in the filter panel', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Mole')
  const strong = await desk.makeLoan({ title: `${mark} 1`, noiInPlace: '250000' })
  const weak = await desk.makeLoan({ title: `${mark} 2`, noiInPlace: '150000' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(list(mark))
  await expect(link(page, weak.title)).toBeVisible()
  await page.getByLabel('DSCR at least (x)').fill('1.2')
  await expect(link(page, weak.title)).toBeHidden()
  await expect(link(page, strong.title)).toBeVisible()
  await page.getByRole('button', { name: 'Remove DSCR at least 1.20x' }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Filters/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByLabel('Debt yield at least (%)').fill('9')
  await panel.getByRole('button', { name: 'Show Loans' }).click()
  await expect(link(page, weak.title)).toBeHidden()
  await expect(page).toHaveURL(/debtYieldMin=9/)
  await expect(page.getByRole('button', { name: /^Filters 1 active/ })).toBeVisible()
})

test('the comparison marks the best value of each ratio', async ({ lenderPage: page, desk }) => {
  const one = await desk.makeLoan({ ltv: '60', noiInPlace: '250000' })
  const two = await desk.makeLoan({ ltv: '65', noiInPlace: '300000' })
  await page.goto(`/loans/compare?ids=${one.id},${two.id}`)
  const cells = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
  await expect(cells('LTV')).toHaveText(['60.00%Best', '65.00%'])
  await expect(cells('DSCR')).toHaveText(['1.38x', '1.66xBest'])
  await expect(cells('Debt Yield')).toHaveText(['10.00%', '12.00%Best'])
  await expect(cells('Rate')).toHaveText(['7.25%', '7.25%'])
})
