import { expect, type Page } from './desk.ts'
import { expectToast, keepToast, openToast, openWhole } from './screen.ts'

const loanTitle = 'Millrace Row Mixed-Use'

async function open(page: Page, path: string, text: string) {
  await openWhole(page, path)
  // The text may be in both the wide and the narrow layout, one of which is hidden.
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}

async function press(page: Page, action: string) {
  await page.goto('/commitments')
  await page.getByRole('button', { name: `${action}: ${loanTitle}` }).click()
}

export const ownCommitmentScreens = {
  commitments: {
    title: 'My Commitments',
    who: 'lender',
    open: (page: Page) => open(page, '/commitments', loanTitle),
  },
  'commitments-position': {
    title: 'My Commitments, position',
    who: 'lender',
    async open(page: Page) {
      await open(page, '/commitments?view=position', 'Concentration')
      await page.getByRole('button', { name: new RegExp(`lines?: ${loanTitle}$`) }).click()
      await expect(page.getByRole('table', { name: 'Concentration by state' })).toBeVisible()
      await expect(page.getByRole('group', { name: 'Binding amount by state' })).toBeVisible()
    },
  },
  'commitments-history': {
    title: 'My Commitments, history',
    who: 'lender',
    open: (page: Page) => open(page, '/commitments?view=history', 'Withdrawn'),
  },
  'commitments-none': {
    title: 'My Commitments, none yet',
    who: 'pending',
    open: (page: Page) => open(page, '/commitments', 'No commitments yet.'),
    further: {
      async 'no position'(page: Page) {
        await page.getByRole('link', { name: 'Position' }).click()
        await expect(page.getByText('No commitments yet.')).toBeVisible()
        return page.getByRole('main')
      },
      async 'no history'(page: Page) {
        await page.getByRole('link', { name: 'History' }).click()
        await expect(page.getByText('Nothing here yet')).toBeVisible()
        return page.getByRole('main')
      },
    },
  },
  'change-share': {
    title: 'Change a share',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await press(page, 'Change Share')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    further: {
      async 'withdrawing it'(page: Page) {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: `Withdraw: ${loanTitle}` }).click()
        return page.getByRole('alertdialog')
      },
      async 'a toast with a receipt'(page: Page) {
        // The response is mocked so that the sample's commitments don't change.
        const json = { receiptId: '0f9c1a52-77c3-4c0e-9d0a-3b8c6a1e54d2' }
        await page.route('**/api/commitments/*/withdraw', (route) => route.fulfill({ json }))
        await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
        await expectToast(page, 'Commitment withdrawn')
        await expect(openToast(page).getByRole('link')).toBeVisible()
        await keepToast(page)
        return openToast(page)
      },
    },
  },
  'make-binding': {
    title: 'Make a commitment binding',
    who: 'lender',
    isOverlay: true,
    async open(page: Page) {
      await press(page, 'Make Binding')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
} as const
