import { expect, type Page } from './desk.ts'
import { headed, shows } from './screen.ts'
import type { Screen } from './screens.ts'
import { served } from './served.ts'

const someFilters = 'status=open&location=CA&ltvMax=70&rateMin=7&amountMin=1000000&sort=-rate'
const loanTitle = 'Millrace Row Mixed-Use'

async function refuseFigures(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByLabel('Size to ($)').fill('all')
  await panel.getByRole('button', { name: 'Show Loans' }).click()
  await expect(panel.getByText('Enter an amount with at most two decimals.')).toBeVisible()
  return panel
}

export const browseScreens: Record<string, Screen> = {
  loans: {
    title: 'Browse Loans, table',
    who: 'lender',
    open: shows('/loans', loanTitle),
    further: {
      async 'the menu of exports'(page) {
        await page.getByRole('button', { name: 'Export' }).click()
        return page.getByRole('menu')
      },
      async 'a private mark'(page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: `Mark or Note ${loanTitle}` }).click()
        return page.getByRole('dialog', { name: 'Mark or Note' })
      },
    },
  },
  'loans-compact': {
    title: 'Browse Loans, with one line for each loan',
    who: 'lender',
    widths: [1280],
    async open(page) {
      await shows('/loans', loanTitle)(page)
      await page.getByRole('button', { name: 'Display' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Compact' }).click()
    },
  },
  'loans-grid': {
    title: 'Browse Loans, grid',
    who: 'lender',
    open: shows('/loans?view=grid', loanTitle),
  },
  'loans-filtered': {
    title: 'Browse Loans, filtered and sorted, with a figure that is none',
    who: 'lender',
    async open(page) {
      await headed(`/loans?${someFilters}`, 'Browse Loans')(page)
      if (page.viewportSize()?.width !== 1280) return
      await page.getByLabel('Size to').fill('all')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Size: Enter an amount')).toBeVisible()
    },
  },
  'loans-filters': {
    title: 'Browse Loans, with the panel of filters',
    who: 'lender',
    isOverlay: true,
    widths: [360, 768],
    async open(page) {
      await headed(`/loans?${someFilters}`, 'Browse Loans')(page)
      await page.getByRole('button', { name: /^Filters/ }).click()
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    },
    further: {
      'figures that are none, in the sheet': refuseFigures,
      async 'figures that are none, below the button'(page) {
        await page.setViewportSize({ width: 768, height: 800 })
        return refuseFigures(page)
      },
    },
  },
  'loans-states': {
    title: 'Browse Loans, with the states to choose from',
    who: 'lender',
    isOverlay: true,
    widths: [1280],
    async open(page) {
      await headed('/loans', 'Browse Loans')(page)
      await page.getByRole('button', { name: 'Choose a state' }).click()
      await expect(page.getByRole('button', { name: 'Texas' })).toBeVisible()
    },
  },
  search: {
    title: 'Search of the whole desk',
    who: 'admin',
    isOverlay: true,
    async open(page) {
      await headed('/loans', 'Browse Loans')(page)
      await page.getByRole('button', { name: 'Search or jump to…' }).click()
      await page.keyboard.type('ca')
      await expect(page.getByRole('option', { name: /^The Camellia Hotel/ })).toBeVisible()
    },
    further: {
      async 'nothing typed'(page) {
        await page.getByRole('combobox', { name: 'Search or jump to' }).fill('')
        await expect(page.getByRole('group', { name: 'Pages' })).toBeVisible()
        return page.getByRole('dialog')
      },
    },
  },
  keys: {
    title: 'Keyboard shortcuts',
    who: 'lender',
    isOverlay: true,
    async open(page) {
      await headed('/profile', 'Profile')(page)
      await page.getByRole('button', { name: 'Show Shortcuts' }).click()
      await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible()
    },
  },
  'loans-selected': {
    title: 'Browse Loans, with loans selected for a comparison',
    who: 'lender',
    async open(page) {
      await shows('/loans', loanTitle)(page)
      for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check()
      await expect(page.getByText('2 of 4 loans selected')).toBeVisible()
    },
  },
  'loans-compare': {
    title: 'Compare Loans',
    who: 'lender',
    async open(page, desk) {
      const loans = await desk.admin.call('listLoans', { query: { sort: 'title', limit: '4' } })
      await shows(`/loans/compare?ids=${loans.map(({ id }) => id).join(',')}`, 'rows differ')(page)
    },
    further: {
      async 'no loan'(page) {
        await shows('/loans/compare', 'No loans selected')(page)
        return page.getByRole('main')
      },
    },
  },
  'saved-filters': {
    title: 'Saved filters',
    who: 'lender',
    isOverlay: true,
    async open(page, desk) {
      const morgan = await desk.signIn(served().sampleLender)
      const saved = await morgan.call('listSavedFilters')
      if (saved.length === 0)
        await morgan.call('createSavedFilter', {
          body: { name: 'Boston area', location: 'MA', rateMin: '7', isNotifying: 'true' },
        })
      await headed('/loans?status=open&ltvMax=70', 'Browse Loans')(page)
      await page.getByRole('button', { name: 'Save Filters' }).click()
      await expect(page.getByRole('dialog', { name: 'Saved Filters' })).toContainText('Boston area')
    },
    further: {
      async 'without a name'(page) {
        const dialog = page.getByRole('dialog', { name: 'Saved Filters' })
        await dialog.getByRole('button', { name: 'Save Filters' }).click()
        await dialog.getByRole('button', { name: 'Rename Boston area' }).click()
        await dialog.getByLabel('New name').fill('')
        await dialog.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(dialog.getByText('Name is required')).toHaveCount(2)
        return dialog
      },
      async 'deleting one'(page) {
        const dialog = page.getByRole('dialog', { name: 'Saved Filters' })
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await dialog.getByRole('button', { name: 'Delete Boston area' }).click()
        return page.getByRole('alertdialog')
      },
    },
  },
  'loans-none': {
    title: 'Browse Loans, no match',
    who: 'lender',
    open: shows('/loans?search=lighthouse', 'No loans available'),
  },
  'loans-failed': {
    title: 'Browse Loans, not loaded',
    who: 'lender',
    async open(page) {
      await page.route('**/api/loans?*', (route) => route.abort())
      await shows('/loans', "The loans couldn't be loaded")(page)
    },
  },
}
