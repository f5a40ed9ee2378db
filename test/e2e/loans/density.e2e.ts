import { expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'

const windows = [
  { width: 1280, height: 800, comfortable: 12, compact: 16 },
  { width: 1440, height: 900, comfortable: 14, compact: 19 },
  { width: 1920, height: 1080, comfortable: 18, compact: 24 },
]

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

async function measure(page: Page) {
  return rows(page).evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect())
    return {
      inView: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      tallest: Math.max(...boxes.map(({ height }) => height)),
      scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    }
  })
}

async function choose(page: Page, density: 'Comfortable' | 'Compact') {
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitemcheckbox', { name: density }).click()
}

test("the loan table shows 12 loans in a 1280 × 800 window, and long text doesn't make rows taller", async ({
  lenderPage: page,
  lender,
  desk,
}) => {
  const mark = uniqueTitle('Cumberland Crossing Medical and Life Sciences Campus')
  const long = {
    borrowerName: 'Cumberland Crossing Medical and Life Sciences Holdings of Tennessee II, LLC',
    propertyAddress: '12 Market Arcade, Murfreesboro-Rutherford, TN 37130',
    propertyType: 'Hospitality Real Estate',
    amount: '114250000.00',
    ltv: '64.75',
  }
  for (let place = 1; place <= 26; place += 1) {
    const status = place % 5 === 0 ? 'funded' : place % 3 === 0 ? 'Underwriting' : 'open'
    const loan = await desk.makeLoan({ ...long, title: `${mark}, Phase ${place}`, status })
    if (place === 26) {
      await desk.makeCommitment(lender, loan, { percentage: '33' })
      const soft = { percentage: '12', isSoftCommit: 'true' } as const
      await desk.makeCommitment(lender, loan, soft)
    }
  }
  // No filter is set, because filter chips would take up a line.
  await page.goto('/loans')
  await expect(rows(page)).toHaveCount(24)
  const newest = rows(page).filter({ hasText: `${mark}, Phase 26` })
  await expect(newest).toContainText('You 33% + 12% soft')
  for (const [density, height] of [
    ['Comfortable', 48],
    ['Compact', 36],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await choose(page, density)
    await expect.poll(async () => (await measure(page)).tallest).toBe(height)
    await page.reload()
    await expect(rows(page)).toHaveCount(24)
    for (const { width, height: windowHeight, ...expected } of windows) {
      await page.setViewportSize({ width, height: windowHeight })
      const key = density === 'Compact' ? 'compact' : 'comfortable'
      await expect
        .poll(() => measure(page), `${density} at ${width} × ${windowHeight}`)
        .toEqual({ inView: expected[key], tallest: height, scrolls: false })
    }
  }
})

test('the loan table fills a wide window', async ({ lenderPage: page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/loans')
  const table = page.getByRole('table')
  await expect.poll(async () => (await table.boundingBox())?.width ?? 0).toBeGreaterThan(1550)
})
