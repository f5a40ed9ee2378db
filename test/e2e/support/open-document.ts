/** Opens documents over the page of a loan. */
import { expect, type Desk, type Page } from './desk.ts'
import { letDocumentsOpen } from './documents.ts'
import { register } from './uploads.ts'

export const appraisal = 'Appraisal.pdf'

export const terms = 'Summary of Terms.pdf'

export async function openLoan(page: Page, desk: Desk) {
  await letDocumentsOpen(page)
  const loan = await desk.makeLoan({ summary: 'Two docks and a yard.' })
  await register(desk, 'document', loan.id, appraisal)
  await register(desk, 'document', loan.id, terms)
  await page.goto(`/loans/${loan.id}`)
  await expect(nameOf(page, terms)).toBeVisible()
  return loan
}

export const nameOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

export const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

export const panels = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.locator('iframe') })

export const size = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })
