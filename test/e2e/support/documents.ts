import type { Page } from './desk.ts'

const text = '<!doctype html><html lang="en"><title>Paper</title><main><h1>Paper</h1></main>'

/** Simulates opening PDFs in a browser without a PDF viewer: the frame shows a text instead. */
export async function letDocumentsOpen(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true, configurable: true }),
  )
  await page.route('**/objects/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    try {
      // The request still reaches the server, which records that the document was opened.
      await route.fetch()
    } catch {
      return
    }
    await route.fulfill({ contentType: 'text/html', body: text })
  })
}
