import { expect, test, testAtSizes, type Page } from '#test/e2e/support/desk.ts'
import { openWhole } from '#test/e2e/support/screen.ts'
import { openSampleLoan } from '#test/e2e/support/sample-loan.ts'
import { register } from '#test/e2e/support/uploads.ts'

/** Records the total layout shift and the largest element of each page opened after this call. */
const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0, largest: '' }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      // TypeScript's DOM types don't include these performance entries.
      const entries = list.getEntries() as unknown as { value: number }[]
      for (const { value } of entries) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as unknown as { element: Element | null }[]
      seen.largest = entries.at(-1)?.element?.tagName ?? ''
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })

const seenShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number; largest: string } }).seen)

test('photos open in a viewer that supports keyboard navigation', async ({ page, lender }) => {
  const loan = await openSampleLoan(page, lender)
  const photos = await lender.call('listLoanPhotos', { params: { loanId: loan.id } })
  expect(photos.length).toBeGreaterThan(1)
  const first = page.getByRole('button', { name: new RegExp(`^Photo 1 of ${photos.length}`) })
  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: loan.title })
  await expect(dialog.getByText(`Photo 1 of ${photos.length}`)).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText(`Photo 2 of ${photos.length}`)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText(`Photo ${photos.length} of ${photos.length}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

test('the first photo replaces the cover placeholder without a layout shift', async ({
  page,
  desk,
  lender: _lender,
}) => {
  const loan = await desk.makeLoan()
  await register(desk, 'photo', loan.id, 'Front.png')
  await observeShifts(page)
  await page.route('**/api/photos/loan/*', async (route) => {
    const response = await route.fetch()
    await page.waitForTimeout(300)
    await route.fulfill({ response })
  })
  await openWhole(page, `/loans/${loan.id}`)
  const picture = page.getByRole('button', { name: 'Photo 1 of 1: Front.png' })
  const image = page.getByRole('region', { name: 'Loan Details' }).locator('img')
  await expect(image).toHaveAttribute('src', /^\/objects\/.*photos?\//)
  await expect(image).toHaveJSProperty('complete', true)
  const box = await picture.boundingBox()
  expect(box?.height).toBeGreaterThan(60)
  await expect(page.getByText('No messages yet')).toBeVisible()
  expect((await seenShifts(page)).shift).toBeLessThan(0.02)
})

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `a loan's page loads without a layout shift, and on a phone the heading is the largest element (${size})`,
    async ({ page, lender }) => {
      await observeShifts(page)
      await openSampleLoan(page, lender)
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('You hold nothing in this loan yet.')).toBeVisible()
      const isPhone = (page.viewportSize()?.width ?? 0) < 768
      // The browser reports the largest element only after it has been painted.
      await expect.poll(async () => (await seenShifts(page)).largest).toBe(isPhone ? 'H1' : 'IMG')
      expect((await seenShifts(page)).shift).toBeLessThan(0.02)
    },
  )
