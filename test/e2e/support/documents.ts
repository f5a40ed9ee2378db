import { type Page, expect, type Desk } from './desk.ts'
import { register } from './uploads.ts'

const text = '<!doctype html><html lang="en"><title>Paper</title><main><h1>Paper</h1></main>'

/** Simulates a browser without a PDF viewer, in which the frame shows a message. */
export async function letDocumentsOpen(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true, configurable: true }),
  )
  await page.route('**/objects/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    try {
      // The server still receives the request and records that the document was opened.
      await route.fetch()
    } catch {
      return
    }
    await route.fulfill({ contentType: 'text/html', body: text })
  })
}

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
