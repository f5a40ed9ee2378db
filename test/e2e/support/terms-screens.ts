/** The screens of changed terms. Proposals are mocked, because they would change the sample's other screens. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { TermsAnswer, TermsProposal, TermsQuestion } from '#contract/deal/terms.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { openLoan, sampleLoan } from './loan-screens.ts'
import { openWhole, unfold } from './screen.ts'
import type { Screen } from './screens.ts'

const money = (text: string) => parseMoney(text) ?? zeroMoney
const percent = (text: string) => parsePercent(text) ?? zeroPercent
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const id = (digit: number) => `b83e5c07-d1f9-4a26-8c4e-${String(digit).repeat(12)}`

const reason =
  'The appraisal came in lower than expected, so the borrower takes a smaller loan at a higher rate.'
const terms = {
  ...{ previous: { amount: money('14250000.00'), interestRate: percent('9.50') } },
  ...{ proposed: { amount: money('12500000.00'), interestRate: percent('9.75') } },
}
const shared = (loanId: string) => ({
  ...{ id: id(1), loanId, reason, respondBy: inDays(3), proposedAt: inDays(-2), endedAt: null },
  previous: { ...terms.previous, noteRate: null, term: 24 },
  proposed: { ...terms.proposed, noteRate: null, term: 24 },
})

const asked = (firmId: string, name: string, share: string, amounts: [string, string]) => ({
  ...{ firmId, lenderName: name, companyName: `${name.split(' ')[1]} Capital Partners` },
  ...{ percentage: percent(share), amount: money(amounts[0]), newAmount: money(amounts[1]) },
  ...{ state: 'asked', answeredAt: null, answeredBy: null, how: null, declineReason: null },
  ...{ receiptId: null, isEligible: 'true' },
})
const answers = [
  {
    ...asked(id(2), 'Ada Whitcombe', '40', ['5700000.00', '5000000.00']),
    ...{
      state: 'confirmed',
      answeredAt: inDays(-1),
      answeredBy: 'Ada Whitcombe',
      receiptId: id(7),
    },
  },
  {
    ...asked(id(3), 'Ben Castellanos', '15', ['2137500.00', '1875000.00']),
    ...{ state: 'declined', answeredBy: 'Olga Reyes', how: 'By telephone on May 7' },
    ...{ answeredAt: inDays(-1), receiptId: id(8), declineReason: null },
  },
  asked(id(4), 'Cora Lindqvist', '10', ['1425000.00', '1250000.00']),
] as TermsAnswer[]

const proposal = (loanId: string): TermsProposal => ({
  ...shared(loanId),
  ...{ state: 'open', proposedBy: 'Olga Reyes', endedBy: null, answers, canApply: 'false' },
  ifApplied: {
    ...{ committedPercentage: percent('50'), committedAmount: money('6250000.00'), lapsing: 2 },
  },
})

const question = (loan: Pick<Loan, 'id' | 'title'>): TermsQuestion => ({
  ...shared(loan.id),
  ...{ loanTitle: loan.title, proposalState: 'open', state: 'asked', canAnswer: 'true' },
  ...{ percentage: percent('40'), amount: money('5700000.00'), newAmount: money('5000000.00') },
  ...{ answeredAt: null, answeredBy: null, how: null, declineReason: null, receiptId: null },
  isLapsed: 'false',
})

async function openDeal(page: Page, desk: Desk, change: (deal: Deal) => Deal) {
  const loan = await sampleLoan(desk)
  await page.route('**/api/admin/loans/*/deal', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ json: change((await response.json()) as Deal) })
  })
  await openWhole(page, `/loans/${loan.id}/deal`)
}

async function mockQuestion(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await page.route('**/api/terms-proposals/me*', (route) =>
    route.fulfill({ json: [question(loan)] }),
  )
  await page.route('**/api/offers/me?*', (route) => route.fulfill({ json: [] }))
  return loan
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const termsScreens: Record<string, Screen> = {
  'deal-terms': {
    title: 'The deal desk of a loan with proposed terms',
    who: 'admin',
    async open(page, desk) {
      await openDeal(page, desk, (deal) => ({
        ...{ ...deal, next: 'awaitAnswers', loan: { ...deal.loan, isTermsPending: 'true' } },
        termsProposal: proposal(deal.loan.id),
      }))
      await expect(part(page, 'Proposed Terms')).toContainText('2 of 3 lenders answered.')
    },
    further: {
      async 'an answer on behalf of a lender'(page) {
        await page
          .getByRole('button', { name: 'Record Answer… of Lindqvist Capital Partners' })
          .click()
        const dialog = page.getByRole('dialog', { name: 'Answer for a Lender' })
        await dialog.getByLabel('Answer', { exact: true }).selectOption('Confirmed')
        await dialog.getByRole('button', { name: 'Record Answer' }).click()
        await expect(dialog.getByRole('alert')).toHaveText('Say how the lender answered')
        return dialog
      },
    },
  },
  'deal-propose': {
    title: 'The dialog that proposes other terms',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openDeal(page, desk, (deal) => deal)
      await unfold(part(page, 'Terms'))
      await page.getByRole('button', { name: 'Propose Other Terms' }).click()
      const dialog = page.getByRole('dialog', { name: 'Propose Other Terms' })
      await expect(dialog.getByRole('table')).toBeVisible()
      await dialog.getByLabel('Loan amount ($)').fill('12500000')
    },
  },
  'commitments-waiting': {
    title: 'My Commitments with a question about new terms',
    who: 'lender',
    async open(page, desk) {
      await mockQuestion(page, desk)
      await openWhole(page, '/commitments')
      await expect(part(page, 'Waiting for You')).toContainText('Your 40%')
    },
    further: {
      async 'the confirmation of new terms'(page) {
        await page.getByRole('button', { name: /^Confirm: / }).click()
        return page.getByRole('alertdialog', { name: 'Confirm New Terms' })
      },
      async 'the refusal of new terms'(page) {
        await page.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: /^Decline: / }).click()
        return page.getByRole('alertdialog', { name: 'Decline New Terms' })
      },
    },
  },
  'loan-terms': {
    title: "A loan's page with a question about its new terms",
    who: 'lender',
    async open(page, desk) {
      const { id: loanId } = await mockQuestion(page, desk)
      await page.route(`**/api/loans/${loanId}`, async (route) => {
        const response = await route.fetch()
        const loan = (await response.json()) as Loan
        return route.fulfill({ json: { ...loan, isTermsPending: 'true' } })
      })
      // Nobody can be bound while terms are proposed.
      await page.route(`**/api/commitments/me?*${loanId}*`, async (route) => {
        const response = await route.fetch()
        const lines = (await response.json()) as Commitment[]
        const can = ({ can: all }: Commitment) => all.filter((each) => each !== 'makeBinding')
        return route.fulfill({ json: lines.map((line) => ({ ...line, can: can(line) })) })
      })
      await openLoan(page, desk)
      await expect(part(page, 'New Terms')).toContainText('Answer by')
    },
  },
}
