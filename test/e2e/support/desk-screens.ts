import { expect, type Desk, type Page } from './desk.ts'
import { overrideAccount } from './trust-screens.ts'
import { showNewDesk } from './used-desk.ts'
import { openWhole } from './screen.ts'

export const deskScreens = {
  'dashboard-new': {
    title: 'Dashboard of a new desk, with what remains to be set up',
    who: 'admin',
    async open(page: Page) {
      await overrideAccount(page, { isSettingUp: 'true' })
      await showNewDesk(page)
      await openWhole(page, '/dashboard')
      await expect(page.getByText('0 of 9 done')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Name your company' })).toBeVisible()
    },
  },
  'today-all': {
    title: 'Dashboard, all that awaits an administrator',
    who: 'admin',
    async open(page: Page) {
      await openWhole(page, '/dashboard')
      await page.getByRole('button', { name: /^Show All/ }).click()
      await expect(
        page.getByRole('heading', { name: 'Total interest of 90% or more' }),
      ).toBeVisible()
    },
  },
  exposure: {
    title: 'Exposure',
    who: 'admin',
    async open(page: Page) {
      await openWhole(page, '/admin/exposure')
      await expect(page.getByRole('table', { name: 'Concentration by state' })).toBeVisible()
      await expect(page.getByRole('group', { name: 'Binding amount by state' })).toBeVisible()
      await expect(page.getByRole('slider', { name: 'Committed and soft by week' })).toBeVisible()
    },
  },
  'exposure-limits': {
    title: 'Exposure, the limits on the concentration',
    who: 'admin',
    isOverlay: true,
    async open(page: Page) {
      await openWhole(page, '/admin/exposure')
      await page.getByRole('button', { name: 'Set Limits' }).click()
      await expect(page.getByRole('dialog', { name: 'Concentration Limits' })).toBeVisible()
    },
  },
  'exposure-filtered': {
    title: 'Exposure, the funded loans by title',
    who: 'admin',
    async open(page: Page) {
      const query = 'status=funded&sort=title&maturity=2029'
      await openWhole(page, `/admin/exposure?${query}`)
      await expect(page.getByRole('button', { name: 'Remove Maturity: 2029' })).toBeVisible()
    },
  },
  help: {
    title: 'Help, with what administrators ask',
    who: 'admin',
    async open(page: Page) {
      await openWhole(page, '/help')
      await expect(page.getByRole('heading', { name: 'The book' })).toBeVisible()
    },
  },
  'help-none': {
    title: 'Help, no match',
    who: 'lender',
    async open(page: Page) {
      await openWhole(page, '/help')
      await page.getByRole('searchbox', { name: 'Search help' }).fill('zebra')
      await expect(page.getByText('No answers found')).toBeVisible()
    },
  },
  import: {
    title: 'Import',
    who: 'admin',
    async open(page: Page) {
      await openWhole(page, '/admin/import')
      await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible()
    },
  },
  'import-errors': {
    title: 'Import, a file with errors',
    who: 'admin',
    async open(page: Page) {
      const rows = ['Pier 4 Warehouse,Pier Four LLC,none,7.25%,24', ',Quay Bank,1000000,7,2 years']
      const file = ['Title,Borrower,Amount,Rate,Term,Color', ...rows].join('\n')
      await openWhole(page, '/admin/import')
      await page.locator('input[type=file]').setInputFiles({
        name: 'Loans.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(file),
      })
      await expect(page.getByText('2 rows have errors.')).toBeVisible()
    },
  },
  'import-units': {
    title: 'Import, a tape with another unit and a title above the headers',
    who: 'admin',
    async open(page: Page) {
      await openTape(page, '0.0725', '4250')
      await expect(page.getByText('Choose the unit of Loan Amount and Rate.')).toBeVisible()
    },
  },
  'import-first': {
    title: 'Import, the first loans as they will be stored',
    who: 'admin',
    async open(page: Page) {
      await openTape(page, '7.125', '4250000')
      await expect(page.getByText('2 loans ready.')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible()
    },
  },
  'import-lenders': {
    title: 'Import, lenders of whom one is known',
    who: 'admin',
    async open(page: Page, desk: Desk) {
      const file = `Email,Company\n${desk.admin.email},Quay Bank\nada@quay.example,Quay Bank`
      await openWhole(page, '/admin/import?kind=lenders')
      await page.locator('input[type=file]').setInputFiles({
        name: 'Lenders.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(file),
      })
      await page.getByLabel('Skip 1 with an account').check()
      await expect(page.getByRole('button', { name: 'Invite 1 Lender' })).toBeEnabled()
    },
  },
  lender: {
    title: 'One lender, as administrators see them',
    who: 'admin',
    async open(page: Page, desk: Desk) {
      const users = await desk.admin.call('listUsers', { query: { search: 'Morgan Reyes' } })
      await openWhole(page, `/admin/lenders/${users[0]?.id}`)
      await expect(page.getByRole('main').getByText(/^Morgan Reyes · /)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible()
    },
  },
} as const

/** Selects a file with a title row and two loans with this rate and amount. */
async function openTape(page: Page, rate: string, amount: string) {
  const loan = (title: string) =>
    `${title},Quay Holdings LLC,${amount},${rate},24,12 Mill St,Portland,ME,4101,65.16290726,118000,1.25`
  const headers = 'Property Name,Obligor,Loan Amount,Rate,Term,Address,City,State,Zip,LTV,NOI,DSCR'
  const rows = ['Pipeline as of 9/30/2026', '', headers, loan('Quay Lofts'), loan('Quay Annex')]
  await openWhole(page, '/admin/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'Tape.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
}
