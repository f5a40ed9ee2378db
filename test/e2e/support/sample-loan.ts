import { expect, type Page, type Person } from './desk.ts'

export async function openSampleLoan(page: Page, lender: Person) {
  const [loan] = await lender.call('listLoans', { query: { search: 'Millrace Row' } })
  if (!loan) throw new Error('The sample portfolio is not there')
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  return loan
}
