/** The deal desk: administrators set limits, dates and a hold, and lenders commit within them. */
import { passDeadline } from '#test/e2e/support/database.ts'
import { expect, test, testAtSizes, type Desk, type Page } from '#test/e2e/support/desk.ts'
import {
  closeReceipt,
  expectReceipt,
  expectToast,
  fundingOf,
  openWhole,
  unfold,
} from '#test/e2e/support/screen.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const settings = (page: Page) => part(page, 'Limits and Dates')
const hold = (page: Page) => part(page, "Originator's Hold")
const minimum = (page: Page) => settings(page).getByLabel('Minimum share (%)')
const maximum = (page: Page) => settings(page).getByLabel('Maximum share (%)')
const holdShare = (page: Page) => hold(page).getByLabel('Share (%)')

const saveSettings = (page: Page) =>
  settings(page).getByRole('button', { name: 'Save Limits and Dates' }).click()
const setHold = (page: Page) => hold(page).getByRole('button', { name: 'Set Hold' }).click()

async function openDesk(desk: Desk, loan: { id: string }) {
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  return office
}

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `an administrator sets a maximum and a hold, and a lender commits within them (${size})`,
    async ({ page, desk, lender }) => {
      const loan = await desk.makeLoan({ amount: '2500000.50' })
      const office = await desk.openAs(desk.admin)
      if (size === 'phone') await office.setViewportSize({ width: 360, height: 780 })
      await openWhole(office, `/loans/${loan.id}`)
      await office.getByRole('link', { name: 'Deal Desk' }).click()
      const name = `Deal Desk of ${loan.title}`
      await expect(office.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(office.getByText('No lender asks for a share yet')).toBeVisible()

      await minimum(office).fill('30')
      await maximum(office).fill('25')
      await expect(settings(office)).toContainText('$625,000.13 of this loan.')
      await saveSettings(office)
      await expect(minimum(office)).toHaveAccessibleDescription(/can't be above the maximum/)
      await expect(maximum(office)).toHaveValue('25')
      await minimum(office).fill('5')
      await saveSettings(office)
      await expectToast(office, 'Deal saved')
      await expect(maximum(office)).toHaveValue('25.00')

      await holdShare(office).fill('10')
      await expect(hold(office)).toContainText('$250,000.05. You can keep up to 100%.')
      await setHold(office)
      await expectToast(office, 'Hold set', 'You keep 10% ($250,000.05).')
      await expect(part(office, 'Where It Stands')).toContainText("Originator's hold10%")

      await openWhole(page, `/loans/${loan.id}`)
      await expect(fundingOf(page)).toContainText('The originator keeps 10%')
      await page.getByRole('button', { name: 'Commit to This Loan' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
      await expect(dialog).toContainText('Between 5% and 25% for one lender.')
      await dialog.getByRole('spinbutton').fill('26')
      await expect(dialog).toContainText('Choose 5% to 25%.')
      await expect(dialog.getByRole('button', { name: 'Confirm Commitment' })).toBeDisabled()
      await expect(dialog.getByRole('spinbutton')).toHaveValue('26')
      await dialog.getByRole('spinbutton').fill('25')
      await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
      await expectReceipt(page, '$625,000.13')
      await closeReceipt(page)

      await openWhole(office, `/loans/${loan.id}/deal`)
      await unfold(part(office, 'Allocation'))
      const asks = part(office, 'Allocation of Each Lender').getByRole('row')
      await expect(asks.filter({ hasText: lender.lastName })).toContainText('25%')
      await holdShare(office).fill('80')
      await setHold(office)
      await expect(hold(office).getByRole('alert')).toHaveText(
        'Lenders are bound to 25% of this loan, so you can hold at most 75%',
      )
      await expect(holdShare(office)).toHaveValue('80')

      await openWhole(office, `/loans/${loan.id}/book`)
      const foot = part(office, 'Lenders').locator('tfoot tr')
      await expect(foot.nth(0)).toContainText("Originator's hold10% · $250,000.05")
      await expect(foot.nth(1)).toContainText('Total35% · $875,000.18')
    },
  )

test('My Commitments shows the refusal after a deadline, and accepts a lower soft share', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { percentage: '20', isSoftCommit: 'true' })
  await desk.admin.call('updateDeal', {
    params: { id: loan.id },
    body: { commitmentDeadline: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await page.goto('/commitments')
  await page.getByRole('button', { name: `Make Binding: ${loan.title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Make Binding' })).toBeEnabled()
  // The dialog reads the loan when it opens, and must not learn of the deadline.
  await page.waitForLoadState('networkidle')
  await passDeadline(loan.id)
  await dialog.getByRole('button', { name: 'Make Binding' }).click()
  await expect(dialog).toContainText(/Commitments to this loan were due .* Ask the administrator/)

  await page.goto('/commitments')
  await page.getByRole('button', { name: `Change Share: ${loan.title}` }).click()
  const change = page.getByRole('dialog', { name: 'Change Share' })
  await expect(change).toContainText('Commitments were due')
  await change.getByRole('spinbutton').fill('15')
  await change.getByRole('button', { name: 'Change Share' }).click()
  await expectToast(page, 'Share changed', /15% \(\$375,000\.00\)/)
})

test('a deal desk that fails to load can be retried, and keeps what was typed', async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const office = await desk.openAs(desk.admin)
  await office.route('**/deal', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  )
  await office.goto(`/loans/${loan.id}/deal`)
  const failed = office.getByRole('alert')
  await expect(failed).toContainText("The deal desk couldn't be loaded")
  await office.unroute('**/deal')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await minimum(office).fill('7.5')
  await office.getByRole('link', { name: 'Open Book' }).click()
  await office.getByRole('link', { name: 'Deal Desk' }).click()
  await settings(office).getByRole('button', { name: 'Restore' }).click()
  await expect(minimum(office)).toHaveValue('7.5')
})

test('the hold of a draft waits until the loan is published', async ({ desk }) => {
  const office = await openDesk(desk, await desk.makeLoan({ isDraft: 'true' }))
  await expect(hold(office)).toContainText('This loan is a draft. Publish it first.')
  await expect(hold(office).getByRole('button', { name: 'Set Hold' })).toBeDisabled()
  await maximum(office).fill('40')
  await maximum(office).press('Enter')
  await expectToast(office, 'Deal saved')
})
