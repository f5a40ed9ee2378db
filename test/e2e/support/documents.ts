import type { Page } from './desk.ts'

const text = '<!doctype html><html lang="en"><title>Paper</title><main><h1>Paper</h1></main>'

/** Lets documents open in a browser that has no viewer for PDFs: of one, only the frame is ours, which shows a text. */
export async function letDocumentsOpen(page: Page) {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true, configurable: true }),
  )
  await page.route('**/objects/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    try {
      // The server records that it was opened.
      await route.fetch()
    } catch {
      // The test has ended meanwhile.
      return
    }
    await route.fulfill({ contentType: 'text/html', body: text })
  })
}
