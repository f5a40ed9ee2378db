import { endAnimations } from '#test/e2e/support/screen.ts'
import {
  expect,
  test,
  testAtSizes,
  testOnPhone,
  uniqueTitle,
  type Page,
} from '#test/e2e/support/desk.ts'
import { spec } from '#test/support/requirements.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search loans' })
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' })
const type = (page: Page) => page.getByRole('combobox', { name: 'Property Type' })
const view = (page: Page, title: string) => page.getByRole('link', { name: `View ${title}` })

testOnPhone(
  'the loan search ignores letter case in titles and borrowers, and the URL keeps the search',
  async ({ lenderPage: page, desk }) => {
    spec('1.9', '2.1.6', '2.8.1', '2.8.2')
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
  },
)

testOnPhone(
  'status and type filters narrow the loan list, and going back removes the filters',
  async ({ lenderPage: page, desk }) => {
    spec('2.6.2', '2.6.6', '2.8.3', '2.8.7', '4.5')
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
    await status(page).selectOption({ label: 'Open: every loan that takes commitments' })
    await expect(view(page, closing.title)).toBeVisible()
    await expect(view(page, funded.title)).toBeHidden()
    await status(page).selectOption({ label: 'All Status' })
    await type(page).selectOption('Medical Facility')
    await expect(view(page, closing.title)).toBeHidden()
    await expect(view(page, funded.title)).toBeVisible()
    await page.goBack()
    await expect(type(page)).toHaveValue('')
    await expect(view(page, closing.title)).toBeVisible()
  },
)

testOnPhone(
  'the grid shows loans as cards, and the URL keeps the grid view',
  async ({ lenderPage: page, desk }) => {
    spec('2.6.1', '2.6.2', '2.6.3', '2.6.4', '2.6.5', '2.8.5', '2.8.10')
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
    await page.getByRole('link', { name: 'Back to Loans' }).click()
    await expect(card).toBeVisible()
    await expect(page).toHaveURL(/search=.*view=grid/)
  },
)

test('a long list of loans loads page by page', async ({ lenderPage: page, desk }) => {
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

test('the end of the list shows the total number of matching loans, not only the loaded loans', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Basin')
  const totals = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  for (let number = 1; number <= 25; number += 1)
    await desk.makeLoan({ title: `${mark} ${number}` })
  const funded = await desk.makeLoan({ title: `${mark} 26`, status: 'funded' })
  await page.goto(`/loans?search=${encodeURIComponent(mark)}`)
  await expect(page.getByRole('link', { name: new RegExp(`^View ${mark}`) })).toHaveCount(24)
  await totals('26 loans · $65.0M · $62.5M available')
  await status(page).selectOption('funded')
  await expect(view(page, funded.title)).toBeVisible()
  await totals('1 loan · $2.5M · $0 available')
  await page.getByRole('tab', { name: 'Grid View' }).click()
  await totals('1 loan · $2.5M · $0 available')
  let fail = () => {}
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/api/loans/totals?*', async (route) => {
    await failing
    await route.abort()
  })
  await status(page).selectOption('open')
  await expect(page.getByText(`${mark} 25`, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('1 loan · $2.5M')).toBeHidden()
  fail()
  await totals("The totals couldn't be loaded")
})

test('titles and pictures link to the loan, and only the active row or card has a prominent button', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Slip')
  const [one, two] = [
    await desk.makeLoan({ title: `${mark} A` }),
    await desk.makeLoan({ title: `${mark} B` }),
  ]
  const commit = (title: string) => page.getByRole('button', { name: `Commit to ${title}` })
  const colorOf = (title: string) =>
    commit(title).evaluate((button) => getComputedStyle(button).backgroundColor)
  for (const look of ['table', 'grid']) {
    await page.goto(`/loans?search=${encodeURIComponent(mark)}&view=${look}`)
    await page.getByRole('heading', { level: 1 }).hover()
    const quiet = await colorOf(one.title)
    expect(await colorOf(two.title)).toBe(quiet)
    await page.getByRole('link', { name: two.title, exact: true }).hover()
    await expect.poll(() => colorOf(two.title)).not.toBe(quiet)
    await endAnimations(page)
    const solid = await colorOf(two.title)
    await commit(one.title).focus()
    expect([await colorOf(one.title), await colorOf(two.title)]).toEqual([quiet, solid])
    await page.getByRole('heading', { level: 1 }).hover()
    await expect.poll(() => colorOf(one.title)).toBe(solid)
    await expect.poll(() => colorOf(two.title)).toBe(quiet)
  }
  await page.getByRole('article').filter({ hasText: one.title }).locator('img').click()
  await expect(page).toHaveURL(`/loans/${one.id}`)
  await page.goBack()
  await page.getByRole('link', { name: one.title, exact: true }).click()
  await expect(page).toHaveURL(`/loans/${one.id}`)
})

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `every loan list shows a pending lender a disabled Commit button with the reason (${size})`,
    async ({ page, desk, pending: _pending }) => {
      const loan = await desk.makeLoan()
      const commit = page.getByRole('button', { name: `Commit to ${loan.title}` })
      for (const address of [
        `/loans?search=${encodeURIComponent(loan.title)}`,
        `/loans?view=grid&search=${encodeURIComponent(loan.title)}`,
        `/loans/compare?ids=${loan.id}`,
      ]) {
        await page.goto(address)
        await expect(commit).toBeDisabled()
        await expect(commit).toHaveAccessibleDescription('Your account is awaiting approval.')
        // The reason is visible text, because touch screens have no tooltips and a disabled button can't receive focus.
        await expect(page.getByText('Awaiting approval', { exact: true })).toBeVisible()
      }
    },
  )

test('the loan list can be sorted by column, sorts property types, and offers to clear a search without results', async ({
  page,
  lender,
  desk,
}) => {
  spec('2.8.4', '2.8.6', '2.8.7', '2.8.8', '9.14')
  await test.step('the loan table shows its columns in order, with right-aligned numbers', async () => {
    const loan = await desk.makeLoan({ ltv: '64.9' })
    await desk.makeCommitment(lender, loan, { percentage: '20' })
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
    // A sortable header contains its text twice. The second copy appears only in print.
    await expect(page.getByRole('columnheader')).toHaveText(
      ['Loan', 'Borrower', 'Amount', 'Rate', 'Term', 'Progress', 'Status', 'Actions'],
      { useInnerText: true },
    )
    const cells = page.getByRole('row').filter({ hasText: loan.title }).getByRole('cell')
    await expect(cells).toHaveText([
      `${loan.title}Industrial · Boston, MA`,
      'Pier Four LLC',
      '$2,500,000',
      '7.25%64.90% LTV',
      '24m',
      '20%$2M leftYou 20% + 5% soft',
      'Open',
      'ViewCommit',
    ])
    await expect(cells.nth(2)).toHaveCSS('text-align', 'right')
  })

  await test.step('the type filter lists standard types first, then other types in use', async () => {
    const own = uniqueTitle('Marina')
    await desk.makeLoan({ propertyType: own })
    // The check is retried, because other users' changes take up to a second to appear.
    await expect(async () => {
      await page.goto('/loans')
      await expect(type(page).getByRole('option', { name: own })).toBeAttached({ timeout: 2_000 })
    }).toPass()
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

  await test.step('a search without results shows a message and can be cleared', async () => {
    await page.goto('/loans?search=no-loan-is-called-so')
    await expect(page.getByText('No loans available', { exact: true })).toBeVisible()
    const empty = page.getByText('No loan matches your search and filters.').locator('..')
    await empty.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('link', { name: /^View / }).first()).toBeVisible()
    await expect(page).toHaveURL('/loans')
  })
})

testOnPhone(
  'on a phone, each loan is a compact row that opens the loan, with buttons at least 44 px high',
  async ({ lenderPage: page, desk }) => {
    const loan = await desk.makeLoan({ ltv: '65' })
    await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: loan.title }) })
    for (const text of [
      ...['Industrial · Boston, MA', 'Pier Four LLC'],
      '7.25% · 65.00% LTV · 24m',
      ...['$2,500,000', 'Open', '0%', '$2.5M left'],
    ])
      await expect(item).toContainText(text)
    expect((await item.boundingBox())?.height).toBeLessThan(130)
    for (const name of [`Commit to ${loan.title}`, `More: ${loan.title}`]) {
      const button = item.getByRole('button', { name })
      expect((await button.boundingBox())?.height, name).toBeGreaterThanOrEqual(44)
    }
    const menu = item.getByRole('button', { name: `More: ${loan.title}` })
    await expect(item.getByRole('img', { name: 'Favorite' })).toHaveCount(0)
    for (const choice of ['Favorite', 'Compare']) {
      await menu.tap()
      await page.getByRole('menuitemcheckbox', { name: choice }).tap()
      await expect(page.getByRole('menu')).toBeHidden()
    }
    await expect(item.getByRole('img', { name: 'Favorite' })).toBeVisible()
    await expect(page.getByText('1 of 4 loans selected')).toBeVisible()
    await menu.tap()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Favorite' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/loans\?.*search=/)
    await item.tap({ position: { x: 40, y: 44 } })
    await expect(page).toHaveURL(`/loans/${loan.id}`)
  },
)

testOnPhone(
  'on a phone, the list renders all rows, and going back returns to the opened row',
  async ({ lenderPage: page }) => {
    await page.goto('/loans')
    const rows = page.getByRole('list', { name: 'Loans' }).getByRole('listitem')
    await expect(rows).toHaveCount(24)
    const last = rows.last().getByRole('link')
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1_000)
    await last.click()
    await expect(page).toHaveURL(/\/loans\/[0-9a-f-]{36}$/)
    await expect(page.getByLabel('Your message')).toBeAttached()
    await page.goBack()
    await expect(last).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBeCloseTo(place, -2)
  },
)
