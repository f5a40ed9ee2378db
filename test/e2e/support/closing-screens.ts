/** The screens of a closed book and its funding. They are mocked, because closing a loan would change the sample. */
import type { Commitment } from '#contract/book/commitments.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { Today } from '#contract/desk/today.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { wholePercent } from '#domain/money.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { sampleLoan } from './loan-screens.ts'
import {
  closedDealOf,
  fundingOfClosed,
  ownEntryOf,
  ownFundingOf,
  registersOf,
} from './mocked-closing.ts'
import { openWhole, unfold } from './screen.ts'
import type { Screen } from './screens.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openOpenBook(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await openWhole(page, `/loans/${loan.id}/deal`)
  await expect(part(page, 'Closing')).toContainText('is left.')
}

async function openClosedBook(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await page.route('**/api/admin/loans/*/deal', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ json: closedDealOf((await response.json()) as Deal) })
  })
  await page.route('**/api/admin/loans/*/registers', (route) =>
    route.fulfill({ json: registersOf(loan) }),
  )
  await page.route('**/api/admin/loans/*/funding', (route) =>
    route.fulfill({ json: fundingOfClosed(loan) }),
  )
  await openWhole(page, `/loans/${loan.id}/deal`)
  await expect(part(page, 'Register')).toContainText('Version 2, in force')
  await expect(part(page, 'Funding')).toContainText('Partly received')
}

async function mockParticipation(page: Page, desk: Desk): Promise<Loan> {
  const found = await sampleLoan(desk)
  const loan: Loan = {
    ...found,
    ...{ bookStage: 'closed', takesCommitments: 'false', can: [] },
    ...{ committedPercentage: wholePercent(100), committedAmount: found.amount },
  }
  await page.route(`**/api/loans/${loan.id}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: loan }) : route.fallback(),
  )
  // No soft share is left in a closed book.
  await page.route('**/api/commitments/me?loanId=*', async (route) => {
    const response = await route.fetch()
    const own = (await response.json()) as Commitment[]
    const bound = own.map((line) => ({ ...line, isSoftCommit: 'false', can: [] }))
    return route.fulfill({ json: bound })
  })
  await page.route('**/api/registers/me', (route) => route.fulfill({ json: [ownEntryOf(loan)] }))
  const funding = ownFundingOf(loan)
  await page.route('**/api/funding/loan/*', (route) => route.fulfill({ json: funding }))
  await page.route('**/api/today', async (route) => {
    const response = await route.fetch()
    const today = (await response.json()) as Today
    const owed = { loanId: loan.id, loanTitle: loan.title, outstanding: funding.outstanding }
    const dueMoney = { items: [{ ...owed, dueAt: funding.instructions?.dueAt }], count: 1 }
    return route.fulfill({ json: { ...today, dueMoney } })
  })
  return loan
}

export const closingScreens: Record<string, Screen> = {
  'deal-close': {
    title: 'The question before a book is closed',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openOpenBook(page, desk)
      await part(page, 'Closing').getByRole('button', { name: 'Close the Book…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Keep the rest yourself/).check()
      await expect(dialog).toContainText('and you keep')
    },
  },
  'deal-closed': {
    title: 'The register and the funding of a closed book',
    who: 'admin',
    open: openClosedBook,
    further: {
      async 'earlier versions'(page) {
        await unfold(part(page, 'Earlier Registers'))
        await part(page, 'Earlier Registers').getByText('Version 1').click()
        await page.getByText('Earlier versions (1)').click()
        return part(page, 'Earlier Registers')
      },
      async 'the book is reopened'(page) {
        // The button is disabled once money has come, so that its reason is what is checked.
        await unfold(part(page, 'Register'))
        const reopen = part(page, 'Register').getByRole('button', { name: 'Reopen…' })
        await expect(reopen).toBeDisabled()
        return part(page, 'Register')
      },
      async 'a share is taken over'(page) {
        await part(page, 'Funding')
          .getByRole('button', { name: /^Actions for Pacific/ })
          .click()
        await page.getByRole('menuitem', { name: 'Take Over…' }).click()
        return page.getByRole('dialog', { name: 'Take Over Share' })
      },
      async 'a receipt is reversed'(page) {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await unfold(part(page, 'Receipts of Money'))
        await page
          .getByRole('button', { name: /^Reverse: / })
          .first()
          .click()
        return page.getByRole('dialog', { name: 'Reverse Receipt' })
      },
    },
  },
  'deal-receipt': {
    title: 'The form for money that has come',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openClosedBook(page, desk)
      await part(page, 'Funding').getByRole('button', { name: 'Record Receipt…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Lender').selectOption({ index: 1 })
      await dialog.getByLabel('Amount ($)').fill('25')
      await expect(dialog).toContainText('has then paid all')
    },
    further: {
      async 'missing facts'(page) {
        await page.getByRole('dialog').getByRole('button', { name: 'Record Receipt' }).click()
        await expect(page.getByText("Please give the bank's reference")).toBeVisible()
        return page.getByRole('dialog')
      },
    },
  },
  'deal-instructions': {
    title: 'The form for funding instructions',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openClosedBook(page, desk)
      await page.getByRole('button', { name: 'Draft Another Version…' }).click()
      await expect(page.getByRole('dialog').getByLabel('Account number')).toBeVisible()
    },
    further: {
      async 'a wrong routing number'(page) {
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Routing number').fill('021000012')
        await dialog.getByRole('button', { name: 'Save Draft' }).click()
        await expect(dialog).toContainText('with a right check digit')
        return dialog
      },
    },
  },
  'deal-verify': {
    title: 'The form for a call that verifies instructions',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openClosedBook(page, desk)
      await page.getByRole('button', { name: 'Verify…' }).click()
      await expect(page.getByRole('dialog').getByLabel('Result')).toBeVisible()
    },
  },
  'loan-participation': {
    title: 'A closed loan with the own share and changed instructions',
    who: 'lender',
    async open(page, desk) {
      const loan = await mockParticipation(page, desk)
      await openWhole(page, `/loans/${loan.id}`)
      await expect(part(page, 'Your Participation')).toContainText('You hold')
      await expect(part(page, 'Your Funding')).toContainText('These instructions changed on')
    },
    further: {
      async 'the call is recorded'(page) {
        await page.getByRole('button', { name: 'I Have Verified These by Telephone' }).click()
        return page.getByRole('dialog', { name: 'Verified by Telephone' })
      },
    },
  },
  'commitments-closed': {
    title: 'My Commitments with a closed loan',
    who: 'lender',
    async open(page, desk) {
      await mockParticipation(page, desk)
      await openWhole(page, '/commitments')
      await expect(part(page, 'Closed Loans')).toBeVisible()
      await expect(part(page, 'Waiting for You')).toContainText('is to be wired')
    },
  },
}
