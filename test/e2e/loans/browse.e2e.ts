import { expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search loans' })
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' })
const type = (page: Page) => page.getByRole('combobox', { name: 'Property Type' })
const view = (page: Page, title: string) => page.getByRole('link', { name: `View ${title}` })

test('the search finds loans by title or borrower in any letter case, and the address holds it @phone', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Ferry')
  const loan = await desk.makeLoan({ title: mark })
  const byBorrower = await desk.makeLoan({ borrowerName: `Owners of ${mark}` })
  const another = await desk.makeLoan()
  await page.goto('/loans')
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Loans' })).toBeVisible()
  await expect(page.getByText('Explore available lending opportunities')).toBeVisible()
  await expect(search(page)).toHaveAttribute('placeholder', 'Search loans...')
  await search(page).fill(mark.toUpperCase())
  await expect(view(page, loan.title)).toBeVisible()
  await expect(view(page, byBorrower.title)).toBeVisible()
  await expect(view(page, another.title)).toBeHidden()
  await expect(page).toHaveURL(/\?search=FERRY/)
  await page.reload()
  await expect(search(page)).toHaveValue(mark.toUpperCase())
  await expect(view(page, loan.title)).toBeVisible()
})

test('the status and type filters narrow the list, and going back removes them @phone', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Quay')
  const closing = await desk.makeLoan({ title: `${mark} A`, status: 'Closing' })
  const funded = await desk.makeLoan({
    title: `${mark} B`,
    status: 'funded',
    propertyType: 'Medical Facility',
  })
  await page.goto(`/loans?search=${encodeURIComponent(mark)}`)
  await expect(view(page, closing.title)).toBeVisible()
  await expect(view(page, funded.title)).toBeVisible()
  await status(page).selectOption({ label: 'Funded' })
  await expect(view(page, closing.title)).toBeHidden()
  await expect(view(page, funded.title)).toBeVisible()
  await expect(page.getByRole('button', { name: `Commit to ${funded.title}` })).toBeDisabled()
  await expect(page.getByText('Fully Funded', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/status=funded/)
  await status(page).selectOption({ label: 'Open' })
  // Loans accept commitments at every stage of origination.
  await expect(view(page, closing.title)).toBeVisible()
  await expect(view(page, funded.title)).toBeHidden()
  await status(page).selectOption({ label: 'All Status' })
  await type(page).selectOption('Medical Facility')
  await expect(view(page, closing.title)).toBeHidden()
  await expect(view(page, funded.title)).toBeVisible()
  await page.goBack()
  await expect(type(page)).toHaveValue('')
  await expect(view(page, closing.title)).toBeVisible()
})

test('the grid shows the loans as cards, and the address holds the view @phone', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await page.getByRole('tab', { name: 'Grid View' }).click()
  const card = page.getByRole('article').filter({ hasText: loan.title })
  await expect(card).toBeVisible()
  for (const text of ['$2,500,000', '7.25%', '24 months', 'Industrial', 'Open', '0% binding'])
    await expect(card).toContainText(text)
  await expect(card).toContainText('4 Pier Street, Boston, MA 02110')
  await expect(page).toHaveURL(/view=grid/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Grid View' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await card.getByRole('link', { name: `View Details of ${loan.title}` }).click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  await page.goBack()
  await expect(card).toBeVisible()
})

test('a long list is loaded page by page', async ({ lenderPage: page, desk }) => {
  const mark = uniqueTitle('Terrace')
  for (let number = 1; number <= 26; number += 1)
    await desk.makeLoan({ title: `${mark} ${number}` })
  await page.goto(`/loans?search=${encodeURIComponent(mark)}`)
  const rows = page.getByRole('link', { name: new RegExp(`^View ${mark}`) })
  await expect(rows).toHaveCount(24)
  await expect(view(page, `${mark} 26`)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(26)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('the list of loans shows its columns in order and the property types, and a search without a match can be cleared', async ({
  lenderPage: page,
  desk,
}) => {
  await test.step('the table shows its columns in order, with figures aligned right', async () => {
    const loan = await desk.makeLoan()
    await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Loan',
      'Borrower',
      'Amount',
      'Rate',
      'Term',
      'Progress',
      'Status',
      'Actions',
    ])
    const cells = page.getByRole('row').filter({ hasText: loan.title }).getByRole('cell')
    await expect(cells).toHaveText([
      loan.title,
      'Pier Four LLC',
      '$2,500,000',
      '7.25%',
      '24m',
      '0%',
      'Open',
      'ViewCommit',
    ])
    await expect(cells.nth(2)).toHaveCSS('text-align', 'right')
  })

  await test.step('the type filter lists the fixed types first, then those of the loans', async () => {
    const own = uniqueTitle('Marina')
    await desk.makeLoan({ propertyType: own })
    await page.goto('/loans')
    await expect(type(page).getByRole('option', { name: own })).toBeAttached()
    const offered = await type(page).getByRole('option').allTextContents()
    expect(offered.slice(0, 9)).toEqual([
      'All Types',
      'Commercial Real Estate',
      'Industrial Equipment',
      'Intellectual Property',
      'Medical Facility',
      'Hospitality Real Estate',
      'Energy Infrastructure',
      'Inventory Assets',
      'Life Sciences Real Estate',
    ])
    expect(offered.indexOf(own)).toBeGreaterThan(8)
  })

  await test.step('a search without a match shows a message and can be cleared', async () => {
    await page.goto('/loans?search=no-loan-is-called-so')
    await expect(page.getByText('No loans available', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('link', { name: /^View / }).first()).toBeVisible()
    await expect(page).toHaveURL('/loans')
  })
})

test(
  'on a phone loans are list items with buttons at least 44 px high',
  { tag: '@narrow' },
  async ({ lenderPage: page, desk }) => {
    const loan = await desk.makeLoan()
    await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
    const item = page.getByRole('listitem').filter({ hasText: loan.title })
    for (const text of ['Pier Four LLC', '$2,500,000', '7.25%', '24m', 'Open', '100% available'])
      await expect(item).toContainText(text)
    const button = item.getByRole('button', { name: `Commit to ${loan.title}` })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  },
)
