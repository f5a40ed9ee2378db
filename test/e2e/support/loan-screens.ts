import type { Loan } from '#contract/loans/shapes.ts'
import { pdfFile, pictureFile } from '#test/support/sample-files.ts'
import { carriedLoan, constructionLoan, leasedLoan } from './credit-loans.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { letDocumentsOpen } from './documents.ts'
import { chooseFromMore, openWhole } from './screen.ts'
import type { Screen } from './screens.ts'

export async function sampleLoan(desk: Desk, title = 'Millrace Row'): Promise<Loan> {
  const [loan] = await desk.admin.call('listLoans', { query: { search: title } })
  if (!loan) throw new Error('The sample portfolio is not there')
  return loan
}

export async function openLoan(page: Page, desk: Desk, title?: string) {
  const loan = await sampleLoan(desk, title)
  await openWhole(page, `/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
}

type DraftFields = Parameters<Desk['makeLoan']>[0] & { title: string }

/** Creates a draft, because a published loan would appear before the sample's loans in every list. */
async function makeDraft(desk: Desk, fields: DraftFields): Promise<Loan> {
  const query = { search: fields.title, isDraft: 'true' } as const
  const [loan] = await desk.admin.call('listAllLoans', { query })
  return loan ?? desk.makeLoan({ ...fields, isDraft: 'true' })
}

const openCredit = (fields: DraftFields) => async (page: Page, desk: Desk) => {
  const { id } = await makeDraft(desk, fields)
  await openWhole(page, `/loans/${id}`)
  await expect(page.getByRole('heading', { name: 'Structure' })).toBeVisible()
}

const theDraft = (desk: Desk) =>
  makeDraft(desk, {
    title: 'Harbor Point Self Storage',
    borrowerName: 'Harbor Point Storage LLC',
    propertyAddress: '41 Harbor Point Road, Norfolk, VA 23510',
    propertyType: 'Commercial Real Estate',
    amount: '6400000.00',
    interestRate: '7.85',
    term: 36,
    asIsValue: '9800000.00',
    ltv: '65.31',
    purpose: 'Refinance of the acquisition loan.',
    status: 'Underwriting',
  })

async function openDraft(page: Page, desk: Desk) {
  const { id } = await theDraft(desk)
  await openWhole(page, `/loans/${id}`)
  await expect(page.getByText('This is a draft.')).toBeVisible()
}

async function openAppraisal(page: Page, desk: Desk) {
  // Browsers without a PDF viewer can't display the document, but the browser that takes the screenshots can.
  if (!(await page.evaluate(() => navigator.pdfViewerEnabled))) await letDocumentsOpen(page)
  await openLoan(page, desk)
  await page.getByRole('link', { name: 'Appraisal Summary.pdf', exact: true }).click()
}

export const loanScreens: Record<string, Screen> = {
  loan: {
    title: 'Loan',
    who: 'lender',
    open: openLoan,
    further: {
      async 'its funding as a table'(page) {
        const funding = page.getByRole('region', { name: 'Funding Over Time' })
        await funding.getByText('Show as Table').click()
        await expect(funding.getByRole('table')).toBeVisible()
        return funding
      },
    },
  },
  'loan-credit': {
    title: 'Loan, with every credit figure',
    who: 'admin',
    open: openCredit(leasedLoan),
  },
  'loan-low': {
    title: "Loan, whose income doesn't cover its interest",
    who: 'admin',
    open: openCredit(carriedLoan),
  },
  'loan-construction': {
    title: 'Loan, for construction',
    who: 'admin',
    open: openCredit(constructionLoan),
  },
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
    title: 'Loan, a document beside the page',
    who: 'lender',
    isOverlay: true,
    leavesScripts: true,
    widths: [1280],
    async open(page, desk) {
      await openAppraisal(page, desk)
      await expect(page.getByRole('complementary', { name: /^Appraisal/ })).toBeVisible()
    },
  },
  'loan-document-narrow': {
    title: 'Loan, a document over the page',
    who: 'lender',
    isOverlay: true,
    leavesScripts: true,
    widths: [360, 768],
    async open(page, desk) {
      await openAppraisal(page, desk)
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
  'loan-draft': { title: 'Loan, a draft', who: 'admin', open: openDraft },
  'loan-publish': {
    title: 'Publish a draft',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openDraft(page, desk)
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByRole('list', { name: 'Check List' })).toBeVisible()
    },
  },
  'loan-unpublish': {
    title: 'Return a loan to draft',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk, 'Lincoln Creek')
      await chooseFromMore(page, 'Return to Draft')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  'admin-drafts': {
    title: 'Manage Loans, drafts only',
    who: 'admin',
    async open(page, desk) {
      const { title } = await theDraft(desk)
      await openWhole(page, '/admin?drafts=true')
      await expect(page.getByText(title).filter({ visible: true }).first()).toBeVisible()
    },
  },
  'loan-pending': { title: 'Loan, awaiting approval', who: 'pending', open: openLoan },
  'loan-status': {
    title: 'Loan, its statuses',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: 'Status' }).click()
      await expect(page.getByRole('menuitemcheckbox')).toHaveCount(5)
    },
  },
  'loan-fund': {
    title: 'Loan, setting it to funded',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: 'Status' }).click()
      await page.getByRole('menuitemcheckbox', { name: /^Fully Funded/ }).click()
      await page.getByLabel('Funded On').fill('2026-03-31')
    },
  },
  'loan-message': {
    title: 'Loan, writing to a lender',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: 'Message', exact: true }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'To' }).click()
      await expect(page.getByRole('option', { name: /^Priya Raman/ })).toBeVisible()
    },
  },
  'loan-upload': {
    title: 'Loan, uploading many files',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openLoan(page, desk)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Upload Files' })
      const pdf = { mimeType: 'application/pdf', buffer: pdfFile() }
      await dialog
        .getByLabel('Choose Files')
        .first()
        .setInputFiles([
          { name: 'Appraisal Summary of the As-Is and As-Complete Values.pdf', ...pdf },
          { name: 'Rent Roll.pdf', ...pdf },
          {
            name: 'Front Elevation from the Street.png',
            mimeType: 'image/png',
            buffer: await pictureFile('png'),
          },
          { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
        ])
      await expect(dialog.getByText('3 of 3 uploaded')).toBeVisible()
    },
  },
  'loan-admin': { title: 'Loan, as an administrator', who: 'admin', open: openLoan },
}
