import type { Loan } from '#contract/loans/shapes.ts'
import { expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'
import { fact, fundingOf } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

const grid = (title: string) => `/loans?view=grid&search=${encodeURIComponent(title)}`

test('the grid has one to three columns, and loans without a picture alternate between three default pictures', async ({
  lenderPage: page,
  desk,
}) => {
  spec('2.6.8', '2.8.9')
  const mark = uniqueTitle('Wharf')
  for (let number = 1; number <= 4; number += 1) await desk.makeLoan({ title: `${mark} ${number}` })
  await page.goto(grid(mark))

  await test.step('loans without a picture alternate between three default pictures', async () => {
    const pictures = page.getByRole('article').locator('img')
    await expect(pictures).toHaveCount(4)
    const sources = await pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')))
    expect(new Set(sources.slice(0, 3)).size).toBe(3)
    expect(sources[3]).toBe(sources[0])
    for (const source of sources) expect((await page.request.get(source ?? '')).status()).toBe(200)
  })

  await test.step('the grid has one to three columns', async () => {
    for (const [width, columns] of [
      [360, 1],
      [900, 2],
      [1440, 3],
      [1920, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('article')).toHaveCount(4)
      await expect.poll(() => columnsOf(page), `${width} px wide`).toBe(columns)
    }
  })
})

test('a loan without an address, type, document file, or available share is displayed correctly', async ({
  lenderPage: page,
  desk,
}) => {
  spec('2.6.1', '2.6.4', '2.6.5', '2.10.1', '2.10.7', '2.10.14', '2.10.15')
  spec('9.17')
  await test.step('a loan without an address shows its borrower, and a loan without a type shows no type', async () => {
    const loan = await desk.makeLoan({ propertyAddress: null, propertyType: null })
    await page.goto(grid(loan.title))
    const card = page.getByRole('article').filter({ hasText: loan.title })
    await expect(card).toContainText(loan.borrowerName)
    await expect(fact(page, 'Property Type')).toHaveCount(0)
  })

  await test.step("a loan's page lists documents even if their files are missing", async () => {
    const loan = await desk.makeLoan({ propertyAddress: null, propertyType: null })
    const row = {
      loanId: loan.id,
      fileType: 'application/pdf',
      group: 'other',
      sizeBytes: null,
      uploadedAt: '2025-01-05T15:04:00Z',
    }
    await page.route(`**/api/documents/loan/${loan.id}`, (route) =>
      route.fulfill({
        json: [
          { ...row, id: '1', filename: 'Lost.pdf', fileUrl: '#' },
          { ...row, id: '2', filename: 'Unnamed.pdf', fileUrl: '' },
          { ...row, id: '3', filename: 'Kept.pdf', fileUrl: '/objects/documents/3' },
        ],
      }),
    )
    await page.goto(`/loans/${loan.id}`)
    await expect(page.getByRole('main').getByText(loan.borrowerName).first()).toBeVisible()
    const paper = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(paper('Lost.pdf')).toContainText('No file')
    await expect(paper('Unnamed.pdf')).toContainText('No file')
    await expect(paper('Lost.pdf').getByRole('link')).toHaveCount(0)
    for (const link of await paper('Kept.pdf').getByRole('link').all())
      await expect(link).toHaveAttribute('href', '/objects/documents/3')
    await expect(paper('Kept.pdf').getByRole('link')).toHaveCount(2)
  })

  await test.step("the commit button is disabled on a fully committed loan's page", async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '100' })
    await page.goto(`/loans/${loan.id}`)
    await expect(page.getByRole('button', { name: 'Commit to This Loan' })).toBeDisabled()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '100')
    await expect(fundingOf(page)).toContainText('0% available')
  })
})

async function columnsOf(page: Page) {
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
  return tops.filter((top) => top === tops[0]).length
}

test("cards on the dashboard open the loan's page and the commitment dialog", async ({
  lenderPage: page,
  desk,
}) => {
  spec('2.5.7')
  const cardOf = ({ title }: Loan) => page.getByRole('article').filter({ hasText: title })
  let loan = await desk.makeLoan()
  // The check is retried, because the dashboard shows the newest loans, some of which belong to other tests.
  await expect(async () => {
    loan = await desk.makeLoan()
    await page.goto('/dashboard')
    await expect(cardOf(loan)).toBeVisible({ timeout: 2000 })
  }).toPass()
  const card = cardOf(loan)
  await card.getByRole('button', { name: `Commit to ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(dialog).toContainText(loan.title)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('link', { name: `View Details of ${loan.title}` }).click()
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
})

test('sections and figures have labels, and accessible names include the visible text', async ({
  page,
  desk,
  lender,
}) => {
  spec('2.8.5', '2.9.2', '2.9.4', '2.10.2')
  await test.step('the accessible names of the photos and the notification bell include their visible text', async () => {
    const loan = await desk.makeLoan()
    const row = {
      loanId: loan.id,
      caption: '',
      isCover: 'false',
      uploadedAt: '2025-01-05T15:04:00Z',
    }
    const photos = ['1', '2', '3', '4', '5', '6', '7'].map((id) => ({
      ...row,
      ...{ id, filename: `${id}.png`, fileUrl: '' },
    }))
    const withPicture = { ...loan, imageUrl: '/art/property-office.svg' }
    await page.route(`**/api/loans/${loan.id}`, (route) => route.fulfill({ json: withPicture }))
    await page.route(`**/api/photos/loan/${loan.id}`, (route) => route.fulfill({ json: photos }))
    await page.route('**/api/notifications/unread', (route) =>
      route.fulfill({ json: { unread: 120 } }),
    )
    await page.goto(`/loans/${loan.id}`)
    await expect(page.getByText('+6', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Photo/ })).toHaveAccessibleName(
      /^Photo 1 of 7: 1.png\b.*\+6$/,
    )
    for (const name of ['Loan Details', 'Loan Documents', 'Messages', 'Funding Progress'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
    await expect(bell).toHaveText('99+')
    await expect(bell).toHaveAccessibleName('Notifications, 99+ unread')
  })

  await test.step('pages label their sections and cards label their figures', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan)
    await page.goto('/commitments')
    await expect(page.getByRole('heading', { name: 'Portfolio Summary' })).toBeVisible()
    const card = page.getByRole('list', { name: 'Commitments' }).getByRole('listitem')
    await expect(fact(page, 'Your Commitment')).toHaveText('$250,000.00')
    await expect(fact(page, 'Rate')).toHaveText('7.25%')
    await expect(fact(page, 'Term')).toHaveText('24 months')
    await expect(card.getByText('Your Share of Total Loan')).toBeVisible()
    await page.goto('/loans')
    for (const name of ['Table View', 'Grid View'])
      await expect(page.getByRole('tab', { name })).toBeVisible()
  })
})
