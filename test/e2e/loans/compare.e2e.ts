import {
  box,
  selected,
  row,
  columns,
  makeLoans,
  list,
  comparison,
} from '#test/e2e/support/compare.ts'
import { expect, test, testAtSizes, testOnPhone } from '#test/e2e/support/desk.ts'

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `up to four loans can be selected in the table or on cards and compared side by side (${size})`,
    async ({ lenderPage: page, desk }) => {
      const { mark, loans } = await makeLoans(desk, 5)
      const titles = loans.map(({ title }) => title)
      const [first = '', second = '', third = '', fourth = '', fifth = ''] = titles
      await page.goto(list(mark))
      const select = async (title: string) => {
        if (size === 'desktop') return box(page, title).check()
        await page.getByRole('button', { name: `More: ${title}` }).click()
        await page.getByRole('menuitemcheckbox', { name: 'Compare' }).click()
      }
      await select(first)
      await selected(page, '1 of 4 loans selected')
      await expect(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
      await select(second)
      await page.getByRole('tab', { name: 'Grid View' }).click()
      await expect(box(page, second)).toBeChecked()
      await box(page, third).check()
      await box(page, fourth).check()
      await selected(page, '4 of 4 loans selected')
      await expect(box(page, fifth)).toBeDisabled()
      await box(page, fourth).uncheck()
      await expect(box(page, fifth)).toBeEnabled()
      await page.reload()
      await selected(page, '3 of 4 loans selected')
      await page.getByRole('link', { name: 'Compare', exact: true }).click()

      await expect(page.getByRole('heading', { level: 1, name: 'Compare Loans' })).toBeFocused()
      await expect(columns(page)).toHaveCount(3)
      for (const [place, title] of [first, second, third].entries())
        await expect(columns(page).nth(place)).toContainText(title)
      await expect(row(page, 'Rate').getByRole('cell')).toHaveText(['11.50%', '10.50%', '9.50%'])
      await expect(row(page, 'Loan to As-Is Value').getByRole('cell')).toHaveText([
        '50.00%',
        '50.00%',
        '50.00%',
      ])
      await expect(row(page, 'Equity, as is').getByRole('cell').first()).toHaveText('$2,500,000')
      await page.getByRole('link', { name: 'Back to Loans' }).click()
      await selected(page, '3 of 4 loans selected')
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(page.getByText('loans selected')).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page).toHaveURL(`${list(mark).replaceAll('%20', '+')}&view=grid`)
    },
  )

test('the comparison marks differences, can hide rows with equal values, and updates shares immediately', async ({
  page,
  desk,
  lender,
}) => {
  const { loans } = await makeLoans(desk, 3)
  const [first, second, third] = loans
  if (!first || !second || !third) throw new Error('There are three loans')
  await desk.makeCommitment(lender, second, { percentage: '20' })
  await page.goto(comparison(loans))
  await expect(row(page, 'You hold, binding').getByRole('cell')).toHaveText([
    '–None',
    '20% ($500,000.00)',
    '–None',
  ])
  await expect(row(page, 'Available').getByRole('cell').nth(1)).toHaveText('80% ($2,000,000.00)')
  // No rate is marked as the best, because a higher rate also reflects a higher risk.
  await expect(row(page, 'Rate').getByRole('cell', { name: 'Best' })).toHaveCount(0)
  await expect(page.getByText('4 of 25 rows differ')).toBeVisible()
  await page.getByLabel('Only differences').check()
  await page.reload()
  await expect(page.getByLabel('Only differences')).toBeChecked()
  await expect(row(page, 'Amount')).toBeHidden()
  for (const name of ['Rate', 'Available', 'Committed', 'You hold, binding'])
    await expect(row(page, name)).toBeVisible()

  await page.getByRole('button', { name: `Remove ${second.title}` }).click()
  await expect(columns(page)).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeFocused()
  await expect(page.getByText('1 of 25 rows differ')).toBeVisible()
  await page.getByLabel('Only differences').uncheck()
  await expect(page).toHaveURL(comparison([first, third]))

  await page.getByRole('button', { name: `Commit to ${first.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm Commitment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'You hold, binding').getByRole('cell').first()).toHaveText(
    '10% ($250,000.00)',
  )
  await page.getByRole('link', { name: third.title }).click()
  await expect(page).toHaveURL(`/loans/${third.id}`)
})

test('loans can be selected, compared, scrolled, and removed using only the keyboard', async ({
  lenderPage: page,
  desk,
}) => {
  const { mark, loans } = await makeLoans(desk, 2)
  const [first, second] = loans
  await page.goto(list(mark))
  await box(page, first?.title ?? '').focus()
  await page.keyboard.press('Space')
  await box(page, second?.title ?? '').focus()
  await page.keyboard.press('Space')
  await selected(page, '2 of 4 loans selected')
  await page.getByRole('link', { name: 'Compare', exact: true }).focus()
  await page.keyboard.press('Enter')
  const region = page.getByRole('region', { name: 'Comparison' })
  await region.focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const topBar = await page.getByRole('banner').boundingBox()
  await expect.poll(async () => (await columns(page).first().boundingBox())?.y).toBe(topBar?.height)
  await page.getByRole('button', { name: `Remove ${first?.title}` }).focus()
  await page.keyboard.press('Enter')
  await expect(columns(page)).toHaveCount(1)
  await expect(region).toBeFocused()
})

testOnPhone(
  'on a phone, the comparison scrolls sideways while its row names stay in view, and it prints in full',
  async ({ lenderPage: page, desk }) => {
    const { loans } = await makeLoans(desk, 4)
    await page.goto(comparison(loans))
    const region = page.getByRole('region', { name: 'Comparison' })
    const head = await columns(page).first().boundingBox()
    expect(head?.y).toBe((await region.boundingBox())?.y)
    const name = page.getByRole('rowheader', { name: 'Amount' })
    const before = await name.boundingBox()
    await region.evaluate((element) => element.scrollTo(300, 0))
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBe(300)
    expect((await name.boundingBox())?.x).toBe(before?.x)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: /^Remove/ }).first()).toBeHidden()
    await expect(region).toHaveCSS('overflow-x', 'visible')
  },
)
