import {
  expect,
  test,
  testAtSizes,
  testOnPhone,
  uniqueTitle,
  type Desk,
  type Page,
} from '#test/e2e/support/desk.ts'

const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const chips = (page: Page) => page.getByRole('list', { name: 'Active Filters' }).getByRole('button')
async function typeFilters(page: Page, isMobile: boolean, texts: Record<string, string>) {
  if (isMobile) await filters(page).click()
  const place = isMobile ? panel(page) : page.getByRole('main')
  for (const [label, text] of Object.entries(texts)) await place.getByLabel(label).fill(text)
  if (isMobile) await panel(page).getByRole('button', { name: 'Show Loans' }).click()
  else await page.keyboard.press('Enter')
  await expect(panel(page)).toBeHidden()
}
const titles = (page: Page, mark: string) =>
  page.getByRole('link', { name: new RegExp(`^View ${mark}`) })

async function makeFour(desk: Desk) {
  const mark = uniqueTitle('Sieve')
  const make = (name: string, fields: object) =>
    desk.makeLoan({ title: `${mark} ${name}`, ...fields })
  const [place, far] = [{ propertyAddress: '9 Long Wharf, Boston' }, { propertyAddress: 'Austin' }]
  await make('A', { ...far, interestRate: '9.00', amount: '9000000.00', term: 12, ltv: '50.00' })
  await make('B', { ...place, interestRate: '6.00', amount: '1000000.00', term: 36, ltv: '55.00' })
  await make('C', { ...place, interestRate: '7.00', amount: '2000000.00', ltv: '65.00' })
  const last = await make('D', { ...place, interestRate: '8.00', amount: '3000000.00' })
  return { mark, last }
}

const search = (mark: string) => `/loans?search=${encodeURIComponent(mark)}`

async function expectTitles(page: Page, mark: string, names: string[]) {
  await expect(titles(page, mark)).toHaveCount(names.length)
  const links = names.map((name) => `View ${mark} ${name}`)
  await expect
    .poll(() => titles(page, mark).evaluateAll((all) => all.map((one) => one.ariaLabel)))
    .toEqual(links)
}

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `filters can be combined, each filter has a button that removes it, and the URL restores all filters (${size})`,
    async ({ lenderPage: page, desk, isMobile }) => {
      const { mark } = await makeFour(desk)
      await page.goto(search(mark))
      await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
      await typeFilters(page, isMobile, {
        Location: 'boston',
        'Rate at least': '6.5%',
        'Size to': '$2,500,000',
      })
      await expectTitles(page, mark, ['C'])
      await expect(chips(page)).toHaveText([
        `Remove “${mark}”`,
        'Remove In boston',
        'Remove Rate at least 6.5%',
        'Remove Size up to $2,500,000',
      ])
      await expect(page).toHaveURL(/location=boston&rateMin=6.5&amountMax=2500000/)
      await page.reload()
      await expectTitles(page, mark, ['C'])
      await expect(chips(page)).toHaveCount(4)

      await page.getByRole('button', { name: 'Remove Size up to' }).click()
      await expectTitles(page, mark, ['D', 'C'])
      await expect(page.getByRole('button', { name: 'Remove Rate' })).toBeFocused()
      await page.getByRole('button', { name: 'Remove In boston' }).click()
      await expectTitles(page, mark, ['D', 'C', 'A'])
      await page.getByRole('button', { name: 'Remove Rate' }).click()
      await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
      await expect(page.getByRole('button', { name: `Remove “${mark}”` })).toBeFocused()
      await page.goBack()
      await expectTitles(page, mark, ['D', 'C', 'A'])

      await page.getByRole('combobox', { name: 'Status' }).selectOption('open')
      await expect(chips(page).nth(1)).toHaveText('Remove Open: every loan that takes commitments')
      await page.getByRole('button', { name: 'Clear Filters' }).click()
      await expect(page).toHaveURL('/loans')
      await expect(chips(page)).toHaveCount(0)
      const box = page.getByRole('searchbox', { name: 'Search loans' })
      await expect(isMobile ? filters(page) : box).toBeFocused()

      await page.goBack()
      await chips(page).first().click()
      await expect(box).toHaveValue('')
      await expect(page).toHaveURL(/^[^?]*\?status=open&rateMin=6.5$/)
    },
  )

test("the filters for favorites and held loans list the lender's own loans, and the heart button removes a loan from the list", async ({
  page,
  lender,
  desk,
}) => {
  const { mark, last } = await makeFour(desk)
  await lender.call('addFavorite', { body: { loanId: last.id } })
  await desk.makeCommitment(await desk.makeLender(), last)
  await page.goto(search(mark))
  const toggle = (name: string) => page.getByRole('button', { name, exact: true })
  await toggle('Favorites').click()
  await expectTitles(page, mark, ['D'])
  await expect(toggle('Favorites')).toHaveAttribute('aria-pressed', 'true')
  await toggle('I hold').click()
  await expect(page.getByText('No loans available', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Loans I hold' }).click()
  await expect(toggle('I hold')).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('tab', { name: 'Grid View' }).click()
  const heart = page.getByRole('button', { name: `Favorite ${last.title}` })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(page.getByText('No loans available', { exact: true })).toBeVisible()
})

test('column headings sort in both directions, can reset the order, and announce the order', async ({
  lenderPage: page,
  desk,
}) => {
  const { mark } = await makeFour(desk)
  const header = (name: string) => page.getByRole('columnheader', { name })
  const sort = (name: string) => header(name).getByRole('button').click()
  await page.goto(search(mark))
  await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
  for (const name of ['Loan', 'Amount', 'Rate', 'Term', 'Progress'])
    await expect(header(name)).not.toHaveAttribute('aria-sort')
  await sort('Rate')
  await expectTitles(page, mark, ['A', 'D', 'C', 'B'])
  await expect(header('Rate')).toHaveAttribute('aria-sort', 'descending')
  await sort('Rate')
  await expectTitles(page, mark, ['B', 'C', 'D', 'A'])
  await expect(header('Rate')).toHaveAttribute('aria-sort', 'ascending')
  await sort('Rate')
  await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
  await expect(page).toHaveURL(search(mark).replaceAll('%20', '+'))
  await sort('Loan')
  await expectTitles(page, mark, ['A', 'B', 'C', 'D'])
  await expect(header('Loan')).toHaveAttribute('aria-sort', 'ascending')
  await sort('Amount')
  await expectTitles(page, mark, ['A', 'D', 'C', 'B'])
  await expect(header('Loan')).not.toHaveAttribute('aria-sort')

  await sort('Term')
  await expectTitles(page, mark, ['A', 'C', 'D', 'B'])
  await expect(header('Term')).toHaveAttribute('aria-sort', 'ascending')
  await sort('Term')
  await expectTitles(page, mark, ['B', 'D', 'C', 'A'])

  const loans = await desk.admin.call('listLoans', { query: { search: `${mark} B` } })
  for (const loan of loans) await desk.makeCommitment(await desk.makeLender(), loan)
  await sort('Progress')
  // Loans are sorted by available dollars, not by available percentage, which is lowest for B.
  await expectTitles(page, mark, ['A', 'D', 'C', 'B'])
  await expect(header('Progress')).toHaveAttribute('aria-sort', 'ascending')
  await page.goBack()
  await expectTitles(page, mark, ['B', 'D', 'C', 'A'])

  const ofSearch = `Remove “${mark}”`
  await expect(chips(page)).toHaveText([ofSearch])
  // A sidebar reopened by the user stays open, even if the window is too narrow for both the sidebar and the table.
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  for (const isExpanded of [false, true]) {
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', String(isExpanded))
  }
  await page.setViewportSize({ width: 1080, height: 800 })
  await expect(chips(page)).toHaveText([ofSearch, 'Remove Longest term first'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${search(mark)}&sort=ltv`)
  await expectTitles(page, mark, ['A', 'B', 'C', 'D'])
  await expect(chips(page)).toHaveText([ofSearch, 'Remove Lowest LTV first'])
  await page.getByRole('tab', { name: 'Grid View' }).click()
  await page.getByLabel('Sort by').selectOption({ label: 'Highest LTV first' })
  await expect(page).toHaveURL(/sort=-ltv&view=grid/)
})

test("going back from a loan restores the list's filters, rows, and scroll position", async ({
  lenderPage: page,
  desk,
}) => {
  const place = uniqueTitle('Cape')
  for (let number = 1; number <= 26; number += 1)
    await desk.makeLoan({ propertyAddress: `${number} Shore Road, ${place}` })
  await page.goto(`/loans?location=${encodeURIComponent(place)}&sort=amount`)
  const rows = page.getByRole('region', { name: 'Loans' }).locator('tbody tr')
  await expect(rows).toHaveCount(24)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(26)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const scrolled = () => page.evaluate(() => window.scrollY)
  await expect.poll(scrolled).toBeGreaterThan(300)
  const before = await scrolled()
  await rows.last().getByRole('link', { name: /^View/ }).click()
  await expect(page.getByText('Funding Progress')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(26)
  await expect.poll(scrolled).toBe(before)
  await expect(chips(page)).toHaveText([`Remove In ${place}`])
})

test('the loan list can be filtered, sorted, and cleared using only the keyboard', async ({
  lenderPage: page,
  desk,
}) => {
  const { mark } = await makeFour(desk)
  await page.goto(search(mark))
  await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
  // The filters load after the page, so pressing Tab earlier would skip them.
  await expect(page.getByLabel('Location')).toBeVisible()
  await page.getByRole('combobox', { name: 'Property Type' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Location')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose a state' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await expectTitles(page, mark, ['B', 'A'])
  await expect(page.getByLabel('LTV at most')).toBeFocused()
  for (const name of ['Favorites', 'I hold']) {
    const toggle = page.getByRole('button', { name, exact: true })
    for (let presses = 0; presses < 4; presses += 1)
      if (!(await toggle.evaluate((button) => button === document.activeElement)))
        await page.keyboard.press('Tab')
    await expect(toggle).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(filters(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Remove “${mark}”` })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove LTV at most 60%' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expectTitles(page, mark, ['A', 'D', 'C', 'B'])
})

test('an invalid number in a filter shows an error and leaves the list unfiltered', async ({
  lenderPage: page,
}) => {
  const errors = page.getByRole('main').getByRole('alert')
  await page.goto('/loans')
  await page.getByLabel('LTV at most').fill('low')
  await page.getByLabel('Size from').fill('5k')
  await page.getByLabel('Size to').fill('4K')
  await page.keyboard.press('Enter')
  await expect(errors).toHaveText([
    'LTV: Enter a number from 0 to 999.99.',
    'Size: Enter at least the amount on the left.',
  ])
  await expect(page.getByLabel('LTV at most')).toHaveAccessibleDescription(/a number from 0/)
  await expect(page).toHaveURL(/\?amountMin=5000$/)
  await page.getByLabel('Size to').fill('6K')
  await page.getByLabel('Rate at least').fill('7')
  await expect(page).toHaveURL(/\?rateMin=7&amountMin=5000&amountMax=6000$/)
  await expect(page.getByLabel('Size from')).toHaveValue('$5,000')
  await expect(page.getByLabel('LTV at most')).toHaveValue('low')
  await page.getByRole('button', { name: 'Remove Rate' }).click()
  await expect(errors).toHaveCount(0)
  await expect(page.getByLabel('LTV at most')).toHaveValue('')
})

testOnPhone(
  'on a phone, filters open in a separate panel, and a button shows the sort order',
  async ({ lenderPage: page, desk }) => {
    const { mark } = await makeFour(desk)
    await page.goto(search(mark))
    await filters(page).click()
    await panel(page).getByLabel('Sort by').selectOption({ label: 'Highest rate first' })
    await panel(page).getByRole('button', { name: 'Show Loans' }).click()
    await expectTitles(page, mark, ['A', 'D', 'C', 'B'])
    await expect(filters(page)).toBeFocused()
    const chip = page.getByRole('button', { name: 'Remove Highest rate first' })
    expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await chip.click()
    await expectTitles(page, mark, ['D', 'C', 'B', 'A'])
    await chips(page).click()
    await expect(filters(page)).toBeFocused()
  },
)
