import { carriedLoan, constructionLoan, leasedLoan } from '#test/e2e/support/credit-loans.ts'
import { expect, testAtSizes, type Page } from '#test/e2e/support/desk.ts'
import { fact } from '#test/e2e/support/screen.ts'

for (const [size, testAtSize] of Object.entries(testAtSizes)) {
  testAtSize(
    `the loan's page shows its credit figures and structure (${size})`,
    async ({ lenderPage: page, desk }) => {
      const loan = await desk.makeLoan(leasedLoan)
      await page.goto(`/loans/${loan.id}`)
      const strip = keyFigures(page)
      await expect(strip.locator('dt')).toHaveText([
        'Rate',
        'LTV',
        'DSCR',
        'Debt yield',
        'Available',
      ])
      await expect(strip.locator('dd')).toHaveText([
        /^8\.125%Floating: 1-Month Term SOFR\s\+\s3\.85%3\.00% floor$/,
        '68.18%66.59% of total cost',
        '1.12x→ 1.30x stabilizedInterest only',
        '9.12%→ 10.53% stabilized',
        '$14,250,000100% of $14,250,000',
      ])
      await expect(fact(page, 'Rate/LTV')).toHaveText('8.13% / 68.18% (8.125% note)')
      await expect(page.getByRole('region', { name: 'Structure' })).toBeVisible()
      for (const [name, value] of [
        ['Sponsor', 'Halyard Partners'],
        ['Spread', '3.85%'],
        ['Total Cost', '$21,400,00066.59% LTC'],
        ['Property Size', '62 units$229,839 per unit'],
        ['Exit', 'Agency take-out once the retail is leased'],
      ] as const)
        await expect(fact(page, name)).toHaveText(value)
      await expect(page.getByRole('region', { name: 'Loan Details' })).not.toContainText('Sponsor')
    },
  )

  testAtSize(
    `the loan's page marks and explains income that doesn't cover the interest (${size})`,
    async ({ lenderPage: page, desk }) => {
      const loan = await desk.makeLoan(carriedLoan)
      await page.goto(`/loans/${loan.id}`)
      const dscr = fact(page, 'DSCR')
      await expect(dscr).toContainText('0.83x')
      await expect(dscr).toContainText(
        "NOI in place doesn't cover interest; carried by the $1,040,000 reserve",
      )
      await expect(dscr).toHaveClass(/text-warning/)
    },
  )

  testAtSize(
    `a construction loan is compared with its cost and never shows negative equity (${size})`,
    async ({ lenderPage: page, desk }) => {
      const loan = await desk.makeLoan(constructionLoan)
      await page.goto(`/loans/${loan.id}`)
      await expect(
        page.getByRole('progressbar', { name: 'Loan against total cost' }),
      ).toHaveAttribute('aria-valuetext', 'Total Cost $68,500,000, LTC 70.07%, Equity $20,500,000')
      await expect(fact(page, 'Property As-Is Value')).toHaveText('Land value $11,400,000')
      await expect(page.getByRole('progressbar', { name: 'Loan against as-is value' })).toHaveCount(
        0,
      )
      for (const wrong of ['421', '36,600,000', 'N/A'])
        await expect(page.getByRole('main')).not.toContainText(wrong)
      await page.goto(`/loans/compare?ids=${loan.id},${(await desk.makeLoan()).id}`)
      await expect(page.getByRole('columnheader', { name: loan.title })).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText('36,600,000')
    },
  )
}

const keyFigures = (page: Page) =>
  page.locator('dl').filter({ has: page.locator('dt').getByText('Debt yield', { exact: true }) })
