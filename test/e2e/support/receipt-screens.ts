import type { ReceiptVerdict, SignedReceipt } from '#contract/book/receipts.ts'
import { receiptReference } from '#domain/book/receipts.ts'
import type { Money, Percent } from '#domain/money.ts'
import { expect, type Desk, type Page } from './desk.ts'
import { closeReceipt, openWhole } from './screen.ts'

/** The responses are mocked, because the sample portfolio has no receipts and must not change. */
const receiptId = '0f9c1a52-77c3-4c0e-9d0a-3b8c6a1e54d2'
const loanTitle = 'Millrace Row Mixed-Use'

const signed = (loanId: string): SignedReceipt => ({
  receipt: {
    version: '1',
    id: receiptId,
    reference: receiptReference(receiptId),
    act: 'made_binding',
    issuer: 'Harborline Capital',
    loanId,
    loanTitle,
    lenderId: '9a0d8bd8-7a5e-4f0b-a24b-0d4fb6a0a1c7',
    lenderName: 'Morgan Reyes',
    percent: '5.00' as Percent,
    amount: '712500.00' as Money,
    kind: 'binding',
    loanAmount: '14250000.00' as Money,
    rate: '8.15' as Percent,
    term: '24',
    before: { percent: '5.00' as Percent, amount: '712500.00' as Money, kind: 'soft' },
    madeBy: 'Dana Whitfield',
    onWhoseWord: 'Morgan Reyes, by phone on November 20',
    madeAt: '2026-11-21T15:25:31.000Z',
    audit: {
      entry: receiptId,
      number: '1284',
      hash: '5f0c7d1b6f4a7a0e0b9f3f9f7e6d4c2b1a09f8e7d6c5b4a3928170615243f0e1',
    },
  },
  keyId: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  signature:
    'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
})

async function openReceipt(page: Page, desk: Desk) {
  const [loan] = await desk.admin.call('listLoans', { query: { search: loanTitle } })
  await page.route(`**/api/receipts/${receiptId}`, (route) =>
    route.fulfill({ json: signed(loan?.id ?? '') }),
  )
  await openWhole(page, `/receipts/${receiptId}`)
  await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible()
}

async function openVerify(page: Page) {
  await openWhole(page, '/verify')
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a Receipt' })).toBeVisible()
}

const chooseReceipt = (page: Page) =>
  page.getByLabel('Choose a receipt').setInputFiles({
    name: `receipt-${receiptReference(receiptId)}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })

const verified = (result: ReceiptVerdict, title: string) => ({
  title: `Verify a receipt, ${result}`,
  who: 'visitor' as const,
  async open(page: Page) {
    await page.route('**/api/receipts/verify', (route) => route.fulfill({ json: { result } }))
    await openVerify(page)
    await chooseReceipt(page)
    await expect(page.getByText(title, { exact: true })).toBeVisible()
  },
})

export const receiptScreens = {
  'commit-receipt': {
    title: 'The receipt of a commitment',
    who: 'lender',
    isOverlay: true,
    async open(page: Page, desk: Desk) {
      const [loan] = await desk.admin.call('listLoans', { query: { search: loanTitle } })
      if (!loan) throw new Error('The sample portfolio is not there')
      await page.route('**/api/commitments', (route) => {
        const { isSoftCommit } = route.request().postDataJSON() as { isSoftCommit: string }
        const made = {
          id: receiptId,
          loanId: loan.id,
          percentage: '10.00',
          amount: '1425000.00',
          isSoftCommit,
          status: 'active',
          createdAt: '2026-11-21T15:25:31.000Z',
          isOnBehalf: 'false',
          loanAmount: loan.amount,
          interestRate: loan.interestRate,
          term: loan.term,
          loan,
          can: isSoftCommit === 'true' ? ['change', 'makeBinding', 'withdraw'] : [],
          receiptId,
        }
        return route.fulfill({ status: 201, json: made })
      })
      await page.goto(`/loans/${loan.id}`)
      await page.getByRole('button', { name: 'Commit to This Loan' }).click()
      await page.getByRole('button', { name: 'Confirm Commitment' }).click()
      await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible()
    },
    further: {
      async 'that of an indication'(page: Page) {
        await closeReceipt(page)
        await page.getByRole('button', { name: 'Commit to This Loan' }).click()
        await page.getByLabel('Soft Commit').check()
        await page.getByRole('button', { name: 'Confirm Commitment' }).click()
        const receipt = page.getByRole('dialog', { name: 'Receipt' })
        await expect(receipt.getByRole('button', { name: 'Make Binding' })).toBeVisible()
        return receipt
      },
    },
  },
  receipt: { title: 'Receipt', who: 'lender', open: openReceipt },
  'receipt-missing': {
    title: 'Receipt not found',
    who: 'lender',
    async open(page: Page) {
      await openWhole(page, `/receipts/${receiptId}`)
      await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
    },
    further: {
      async 'a loan that is missing'(page: Page) {
        await openWhole(page, `/loans/${receiptId}`)
        await expect(page.getByText('There is no loan at this address')).toBeVisible()
        return page.getByRole('main')
      },
    },
  },
  verify: {
    title: 'Verify a receipt',
    who: 'visitor',
    open: openVerify,
    further: {
      async 'nothing pasted, and a file that nobody could check'(page: Page) {
        await page.getByRole('button', { name: 'Verify', exact: true }).click()
        await expect(page.getByText("Paste the receipt's JSON")).toBeVisible()
        await page.route('**/api/receipts/verify', (route) => route.abort())
        await chooseReceipt(page)
        await expect(page.getByText('Not checked', { exact: true })).toBeVisible()
        return page.getByRole('main')
      },
    },
  },
  'verify-genuine': verified('genuine', 'Genuine'),
  'verify-altered': verified('altered', 'Altered'),
  'verify-unknown': verified('unknown', 'Unknown'),
} as const
