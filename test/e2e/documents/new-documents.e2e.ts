import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { ageByAnHour } from '#test/e2e/support/database.ts'
import { register } from '#test/e2e/support/uploads.ts'

test('documents uploaded since the last visit are marked as new or updated in every browser', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  const rowOn = (shown: Page, name: string) =>
    shown
      .getByRole('region', { name: 'Loan Documents' })
      .getByRole('listitem')
      .filter({ has: shown.getByRole('link', { name, exact: true }) })
  const row = (name: string) => rowOn(page, name)
  const marks = (name: string) => row(name).getByText(/^(New|Updated)$/)
  const visit = async () => {
    const answered = page.waitForResponse(`**/api/loans/${loan.id}/visit`)
    await page.goto(`/loans/${loan.id}`)
    await answered
  }
  await register(desk, 'document', loan.id, 'Rent Roll.pdf')
  await visit()
  await expect(row('Rent Roll.pdf')).toBeVisible()
  await expect(marks('Rent Roll.pdf')).toHaveCount(0)

  await ageByAnHour(loan.id)
  await register(desk, 'document', loan.id, 'Rent Roll v2.pdf')
  await register(desk, 'document', loan.id, 'Appraisal.pdf')
  await test.step("a loan opened in a background tab isn't counted as visited until the tab is visible", async () => {
    const tab = await desk.openAs(lender)
    const visits: string[] = []
    tab.on('request', (request) => {
      if (request.url().endsWith('/visit')) visits.push(request.url())
    })
    await tab.addInitScript(() =>
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }),
    )
    await tab.goto(`/loans/${loan.id}`)
    await expect(rowOn(tab, 'Appraisal.pdf')).toBeVisible()
    await tab.waitForLoadState('networkidle')
    expect(visits).toEqual([])
    await tab.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(rowOn(tab, 'Appraisal.pdf').getByText('New', { exact: true })).toBeVisible()
  })

  await test.step('a visit to a loan continues in another tab and in another browser', async () => {
    await visit()
    await expect(marks('Rent Roll v2.pdf')).toHaveText('Updated')
    await expect(marks('Appraisal.pdf')).toHaveText('New')
    await expect(marks('Rent Roll.pdf')).toHaveCount(0)
    const elsewhere = await desk.openAs(await desk.signIn(lender))
    await elsewhere.goto(`/loans/${loan.id}`)
    await expect(rowOn(elsewhere, 'Appraisal.pdf').getByText('New', { exact: true })).toBeVisible()
  })

  await ageByAnHour(loan.id)
  await visit()
  await expect(row('Appraisal.pdf')).toBeVisible()
  await expect(marks('Appraisal.pdf')).toHaveCount(0)
  await expect(marks('Rent Roll v2.pdf')).toHaveCount(0)
})
