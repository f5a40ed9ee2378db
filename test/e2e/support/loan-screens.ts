/** The page of a loan, in its states. */
import type { Loan } from '#contract/loans/shapes.ts'
import { expect, type Desk, type Page } from './desk.ts'
import type { Screen } from './screens.ts'

/** A loan of the sample portfolio on which the sample lender has a soft commitment and a question. */
export async function sampleLoan(desk: Desk): Promise<Loan> {
  const [loan] = await desk.admin.call('listLoans', { query: { search: 'Millrace Row' } })
  if (!loan) throw new Error('The sample portfolio is not there')
  return loan
}

export async function openLoan(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await page.goto(`/loans/${loan.id}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
}

const paper = '<!doctype html><html lang="en"><title>Paper</title><main><h1>Paper</h1></main>'

export const loanScreens: Record<string, Screen> = {
  loan: { title: 'Loan', who: 'lender', open: openLoan },
  'loan-photo': {
    title: 'Loan, a photo large',
    who: 'lender',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: /^Photo 1 of/ }).click()
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    },
  },
  'loan-document': {
    title: 'Loan, a document over the page',
    who: 'lender',
    isOverlay: true,
    async open(page, desk) {
      // Of the viewer itself only the frame is ours: not every browser has one.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }),
      )
      await page.route('**/objects/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: paper }),
      )
      await openLoan(page, desk)
      await page.getByRole('link', { name: 'Appraisal Summary.pdf', exact: true }).click()
      await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
    },
  },
  'loan-move': {
    title: 'Loan, moving a document',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: /^Move Appraisal Summary/ }).click()
      await expect(page.getByRole('dialog', { name: 'Move Document' })).toBeVisible()
    },
  },
  'loan-pending': { title: 'Loan, awaiting approval', who: 'pending', open: openLoan },
  'loan-admin': { title: 'Loan, as an administrator', who: 'admin', open: openLoan },
}
