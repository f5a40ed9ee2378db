/** The screens of the deal desk. The deal is mocked, because limits and a hold would change the sample's other screens. */
import type { Deal } from '#contract/deal/shapes.ts'
import {
  parseMoney,
  parsePercent,
  subtractMoney,
  subtractPercent,
  sumMoney,
  sumPercent,
  zeroMoney,
  zeroPercent,
} from '#domain/money.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { sampleLoan } from './loan-screens.ts'
import { openWhole } from './screen.ts'
import type { Screen } from './screens.ts'

async function openDeal(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await openWhole(page, `/loans/${loan.id}/deal`)
  const name = `Deal Desk of ${loan.title}`
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

function setUp(deal: Deal): Deal {
  const settings = {
    ...deal.settings,
    commitmentDeadline: inDays(8),
    closingDate: inDays(22).slice(0, 10),
    minShare: parsePercent('5'),
    maxShare: parsePercent('15'),
  }
  const { totals } = deal
  const share = parsePercent('10') ?? zeroPercent
  const amount = parseMoney('1425000.00') ?? zeroMoney
  const held = {
    holdPercentage: share,
    holdAmount: amount,
    bindingPercentage: sumPercent([totals.bindingPercentage, share]),
    bindingAmount: sumMoney([totals.bindingAmount, amount]),
    availablePercentage: subtractPercent(totals.availablePercentage, share),
    availableAmount: subtractMoney(totals.availableAmount, amount),
  }
  return { ...deal, settings, totals: { ...totals, ...held } }
}

export const dealScreens: Record<string, Screen> = {
  deal: {
    title: 'The deal desk of a loan',
    who: 'admin',
    async open(page, desk) {
      await page.route('**/api/admin/loans/*/deal', async (route) => {
        if (route.request().method() !== 'GET') return route.fallback()
        const response = await route.fetch()
        return route.fulfill({ json: setUp((await response.json()) as Deal) })
      })
      await openDeal(page, desk)
      await expect(page.getByText('8 days left')).toBeVisible()
    },
    further: {
      async 'limits that contradict each other'(page) {
        const form = page.getByRole('region', { name: 'Limits and Dates' })
        await form.getByLabel('Minimum share (%)').fill('30')
        await form.getByLabel('Maximum share (%)').fill('20')
        await form.getByRole('button', { name: 'Save Limits and Dates' }).click()
        await expect(form.getByRole('alert')).toHaveText("Minimum share can't be above the maximum")
        return form
      },
      async 'a hold of more than is possible'(page) {
        const form = page.getByRole('region', { name: "Originator's Hold" })
        await form.getByLabel('Share (%)').fill('101')
        await form.getByRole('button', { name: 'Set Hold' }).click()
        await expect(form.getByRole('alert')).toContainText('from 0 to 100')
        return form
      },
    },
  },
  'deal-empty': {
    title: 'The deal desk of a loan that nobody asks for',
    who: 'admin',
    async open(page, desk) {
      await page.route('**/book/holders?*', (route) => route.fulfill({ json: [] }))
      await openDeal(page, desk)
      await expect(page.getByText('No lender asks for a share yet')).toBeVisible()
    },
  },
}
