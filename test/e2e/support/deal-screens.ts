/** The screens of the deal desk. The deal is mocked, because limits and a hold would change the sample's other screens. */
import type { Deal } from '#contract/deal/shapes.ts'
import { parsePercent, shareAmount, sumPercent, zeroPercent } from '#domain/money.ts'
import type { Commitment } from '#contract/book/commitments.ts'
import type { Allocations } from '#contract/deal/allocations.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { sampleLoan } from './loan-screens.ts'
import { draftOf, nothingOf, offerOf, roundOf } from './mocked-allocations.ts'
import { openWhole } from './screen.ts'
import type { Screen } from './screens.ts'

async function openDeal(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await openWhole(page, `/loans/${loan.id}/deal`)
  const name = `Deal Desk of ${loan.title}`
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

function setUp(deal: Deal, next: Deal['next']): Deal {
  const settings = {
    ...deal.settings,
    commitmentDeadline: inDays(8),
    closingDate: inDays(22).slice(0, 10),
    minShare: parsePercent('5'),
    maxShare: parsePercent('25'),
  }
  return { ...deal, settings, next, totals: totalsOf(deal) }
}

/** The totals of the mocked book: lenders are bound to 15%, and the hold is 10%. */
function totalsOf({ loan }: Deal): Deal['totals'] {
  const part = (text: string) => {
    const share = parsePercent(text) ?? zeroPercent
    return { share, amount: shareAmount(loan.amount, share) }
  }
  const [binding, soft, left, hold] = [part('25'), part('127'), part('75'), part('10')]
  return {
    ...{ bindingPercentage: binding.share, bindingAmount: binding.amount },
    ...{ softPercentage: soft.share, softAmount: soft.amount },
    coveragePercentage: sumPercent([binding.share, soft.share]),
    ...{ availablePercentage: left.share, availableAmount: left.amount },
    ...{ holdPercentage: hold.share, holdAmount: hold.amount },
  }
}

async function mockAllocations(page: Page, desk: Desk, made: (loan: Loan) => Allocations) {
  const json = made(await sampleLoan(desk))
  await page.route('**/api/admin/loans/*/deal', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const [lastRound = null] = json.rounds
    const read = (await response.json()) as Deal
    const bookStage = lastRound ? 'offered' : 'open'
    const deal: Deal = { ...read, bookStage, draft: json.draft, lastRound }
    return route.fulfill({ json: setUp(deal, lastRound ? 'awaitAnswers' : 'allocate') })
  })
  await page.route('**/api/admin/loans/*/allocations', (route) => route.fulfill({ json }))
}

/** The lender's page of a loan with an open offer. */
async function mockOffer(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  const offered: Loan = { ...loan, bookStage: 'offered', can: [] }
  await page.route(`**/api/loans/${loan.id}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: offered }) : route.fallback(),
  )
  // While an offer is open, soft shares can only be withdrawn.
  await page.route('**/api/commitments/me?loanId=*', async (route) => {
    const response = await route.fetch()
    const own = (await response.json()) as Commitment[]
    const json = own.map((line) => ({ ...line, can: line.can.length > 0 ? ['withdraw'] : [] }))
    await route.fulfill({ response, json })
  })
  await page.route('**/api/offers/me?*', (route) => route.fulfill({ json: [offerOf(offered)] }))
  await page.route('**/api/terms-proposals/me*', (route) => route.fulfill({ json: [] }))
  return loan
}

const sheet = (page: Page) => page.getByRole('region', { name: 'Allocation', exact: true })

export const dealScreens: Record<string, Screen> = {
  deal: {
    title: 'The deal desk of a loan',
    who: 'admin',
    async open(page, desk) {
      await mockAllocations(page, desk, draftOf)
      await openDeal(page, desk)
      await expect(page.getByText('8 days left')).toBeVisible()
      await expect(sheet(page).getByText('Northlight Fund').first()).toBeVisible()
    },
    further: {
      async 'a share by hand with its reason'(page) {
        // A narrow sheet has the fields of a lender in its open row.
        await sheet(page).getByRole('button', { name: 'How Raman Capital came' }).click()
        await sheet(page).getByLabel('Share of Raman Capital set by hand (%)').fill('12.5')
        await expect(sheet(page).getByText('Raman Capital reads')).toBeVisible()
        // The top bar would cover a part of a button if the page were scrolled, which makes the button too small.
        await page.evaluate(() => scrollTo(0, 0))
        return sheet(page)
      },
      async 'a share by hand that is refused, and tiers by hand'(page) {
        await sheet(page).getByLabel('Share of Raman Capital set by hand (%)').fill('26')
        await sheet(page).getByLabel('Order').selectOption('byHand')
        await expect(sheet(page).getByRole('alert')).toHaveText('From 0% to 25%')
        return sheet(page)
      },
      async 'limits that contradict each other'(page) {
        await page.getByText('Limits, Dates and Hold').click()
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
      await page.route('**/api/admin/loans/*/allocations', async (route) =>
        route.fulfill({ json: nothingOf(await sampleLoan(desk)) }),
      )
      await openDeal(page, desk)
      await expect(page.getByText('No lender asks for a share yet')).toBeVisible()
    },
  },
  'deal-compare': {
    title: 'The allocation sheet beside another rule',
    who: 'admin',
    async open(page, desk) {
      await mockAllocations(page, desk, draftOf)
      await openDeal(page, desk)
      await sheet(page).getByLabel('Order').selectOption('byTime')
      await sheet(page).getByLabel('Compare with').selectOption('smallFirst')
      await sheet(page).getByLabel('Requests up to (%)').fill('20')
      await expect(sheet(page).getByText('Against “Requests up to 20% first”:')).toBeVisible()
    },
  },
  'deal-publish': {
    title: 'The question before an allocation is published',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await mockAllocations(page, desk, draftOf)
      await openDeal(page, desk)
      await sheet(page).getByRole('button', { name: 'Publish…' }).click()
      await expect(page.getByRole('dialog')).toContainText('5 lenders are offered')
      await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(6)
    },
  },
  'deal-round': {
    title: 'A round that awaits answers',
    who: 'admin',
    async open(page, desk) {
      await mockAllocations(page, desk, roundOf)
      await openDeal(page, desk)
      await expect(page.getByRole('heading', { name: 'Round 1 Awaits Answers' })).toBeVisible()
    },
    further: {
      async 'the time is moved'(page) {
        await page.getByRole('button', { name: 'Move Time…' }).click()
        return page.getByRole('dialog')
      },
    },
  },
  'deal-end': {
    title: 'The question before a round is ended',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await mockAllocations(page, desk, roundOf)
      await openDeal(page, desk)
      await page.getByRole('button', { name: 'End Round…' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Recalled')
    },
  },
  'loan-offer': {
    title: 'A loan with an open offer',
    who: 'lender',
    async open(page, desk) {
      const loan = await mockOffer(page, desk)
      await openWhole(page, `/loans/${loan.id}`)
      await expect(page.getByRole('region', { name: 'Your Allocation' })).toContainText(
        "You're offered",
      )
    },
    further: {
      async 'the offer is declined'(page) {
        await page.getByRole('button', { name: /^Decline:/ }).click()
        return page.getByRole('alertdialog')
      },
    },
  },
  'loan-offer-accept': {
    title: 'The question before an offer is accepted',
    who: 'lender',
    isOverlay: true,
    async open(page, desk) {
      const loan = await mockOffer(page, desk)
      await openWhole(page, `/loans/${loan.id}`)
      await page.getByRole('button', { name: /^Accept:/ }).click()
      await expect(page.getByRole('alertdialog')).toContainText('You commit $')
    },
  },
  'commitments-offer': {
    title: 'My Commitments with an open offer',
    who: 'lender',
    async open(page, desk) {
      await mockOffer(page, desk)
      await openWhole(page, '/commitments')
      await expect(page.getByRole('region', { name: 'Waiting for You' })).toBeVisible()
    },
  },
}
