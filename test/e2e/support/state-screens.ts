/** Screens in states that occur neither in the sample's newest loans nor in a heavily used installation. */
import type { Loan } from '#contract/loans/shapes.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { expectToast, keepToast, openWhole } from './screen.ts'
import { openProfile, showNewDesk } from './used-desk.ts'

async function sampleLoan(desk: Desk, search: string) {
  const [loan] = await desk.admin.call('listLoans', { query: { search } })
  if (!loan) throw new Error('The sample portfolio is not there')
  return loan
}

const loanOf = (search: string) => async (page: Page, desk: Desk) => {
  const loan = await sampleLoan(desk, search)
  await openWhole(page, `/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
}

async function openReleasedBook(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk, 'Cumberland Yards')
  await openWhole(page, `/loans/${loan.id}/book`)
  await expect(
    page.getByText('Released', { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible()
}

export const stateScreens = {
  'loan-message-sent': {
    title: 'Toast: what was done',
    who: 'lender',
    isOverlay: true,
    async open(page: Page, desk: Desk) {
      // The response is mocked so that the sample's conversations don't change.
      await page.route('**/api/messages', (route) => route.fulfill({ status: 201, json: {} }))
      await loanOf('Millrace Row')(page, desk)
      await page.getByLabel('Your message').fill('When do you expect to close?')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expectToast(page, 'Message sent')
      await page.evaluate(() => window.scrollTo(0, 0))
      await keepToast(page)
    },
  },
  'loans-favorite-failed': {
    title: 'Toast: what failed',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await openWhole(page, '/loans?view=grid')
      await page.route('**/api/favorites**', (route) => route.abort())
      await page
        .getByRole('button', { name: /^Favorite / })
        .filter({ visible: true })
        .last()
        .click()
      await expectToast(page, 'Error', 'Failed to update favorite.')
      await keepToast(page)
    },
  },
  'loans-extreme': {
    title: 'Browse Loans, with the highest amount and the longest word',
    who: 'lender',
    async open(page: Page) {
      await page.route('**/api/loans?*', async (route) => {
        const response = await route.fetch()
        const [first, ...others] = (await response.json()) as Loan[]
        const extreme = { title: 'Wharf'.repeat(40), amount: '9999999999999.99' }
        await route.fulfill({ response, json: [{ ...first, ...extreme }, ...others] })
      })
      await openWhole(page, '/loans')
      await expect(page.getByText('$10,000,000,000,000')).toBeVisible()
    },
  },
  profile: {
    title: 'Profile',
    who: 'lender',
    async open(page: Page) {
      await openProfile(page)
      await expect(page.getByText('203.0.113.24')).toBeVisible()
    },
  },
  'dashboard-empty': {
    title: 'Dashboard of an empty installation',
    who: 'lender',
    async open(page: Page) {
      await showNewDesk(page)
      await openWhole(page, '/dashboard')
      await expect(page.getByText('No loans available')).toBeVisible()
    },
  },
  'loan-plain': {
    title: 'Loan without photos',
    who: 'lender',
    open: loanOf('Westroads'),
  },
  'loan-funded': {
    title: 'Loan, fully funded',
    who: 'lender',
    open: loanOf('Treasure Valley'),
  },
  'loan-committed': {
    title: 'Loan, fully committed',
    who: 'lender',
    open: loanOf('Fort Loudoun'),
  },
  'book-released': {
    title: 'The book of a loan, with a released line',
    who: 'admin',
    open: openReleasedBook,
  },
  'book-print': {
    title: 'The book of a loan, printed',
    who: 'admin',
    widths: [1280],
    async open(page: Page, desk: Desk) {
      await openReleasedBook(page, desk)
      await page.emulateMedia({ media: 'print' })
    },
  },
  'commitments-loading': {
    title: 'My Commitments, loading',
    who: 'lender',
    async open(page: Page) {
      // The mocked call never responds, so the page keeps loading.
      await page.route('**/api/commitments/me**', () => {})
      await page.goto('/commitments')
      await expect(page.getByText('Loading commitments...')).toBeVisible()
    },
  },
} as const
