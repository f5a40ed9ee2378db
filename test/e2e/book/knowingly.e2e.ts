/** Dialogs for financial actions show the result in advance and can't be confirmed by accident. */
import type { Locator } from '@playwright/test'
import { enter, expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import {
  hold,
  chooseForLine,
  endAnimations,
  browseFor,
  closeReceipt,
  openCommitDialog,
  expectReceipt,
  chooseOption,
} from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

async function expectEnterToSendNothing(page: Page, dialog: Locator, fields: number) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  const all = dialog.locator('input, select, textarea, [role=slider]').filter({ visible: true })
  await expect(all).toHaveCount(fields)
  for (const field of await all.all()) {
    await field.focus()
    await page.keyboard.press('Enter')
  }
  // A form can't be submitted before its schema has loaded.
  await page.waitForLoadState('networkidle')
  await expect(dialog).toBeVisible()
  expect(sent).toEqual([])
}

testOnPhone(
  "pressing Enter in a field of a commitment dialog doesn't submit the dialog",
  async ({ page, desk, lender }) => {
    spec('2.7.6')
    const fresh = await desk.makeLoan()
    const held = await desk.makeLoan()
    await desk.makeCommitment(lender, held, { isSoftCommit: 'true' })

    await test.step("pressing Enter doesn't submit a commitment", async () => {
      const dialog = await openCommitDialog(page, fresh)
      await expect(dialog).toContainText('You hold nothing in this loan yet.')
      await expect(dialog.getByRole('button', { name: 'Confirm Commitment' })).toBeEnabled()
      await expectEnterToSendNothing(page, dialog, 5)
    })

    await test.step("pressing Enter doesn't submit a changed share", async () => {
      await page.goto('/commitments')
      await page.getByRole('button', { name: `Change Share: ${held.title}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Change Share' })
      await dialog.getByRole('spinbutton').fill('22')
      await expect(dialog.getByRole('button', { name: 'Change Share' })).toBeEnabled()
      await expectEnterToSendNothing(page, dialog, 3)
    })

    await test.step('the dialogs for making a soft commitment binding and for withdrawing it have no input field and focus Cancel', async () => {
      for (const act of ['Make Binding', 'Withdraw']) {
        await page.goto('/commitments')
        await page.getByRole('button', { name: `${act}: ${held.title}` }).click()
        const dialog = page.getByRole('alertdialog')
        await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
        await expect(dialog.locator('input, select, textarea, [role=slider]')).toHaveCount(0)
      }
    })

    expect(await lender.call('listOwnCommitments')).toMatchObject([
      { loanId: held.id, percentage: '10.00', isSoftCommit: 'true' },
    ])
  },
)

testOnPhone(
  "pressing Enter in a field of a loan book dialog doesn't submit the dialog",
  async ({ page, desk }) => {
    spec('2.7.6')
    const loan = await desk.makeLoan()
    const dora = await desk.makeLender({ firstName: 'Dora' })
    await desk.makeCommitment(dora, loan)
    const otto = await desk.makeLender({ firstName: 'Otto' })
    await desk.makeCommitment(otto, loan, { isSoftCommit: 'true' })
    await enter(page.context(), desk.admin)

    await test.step("pressing Enter doesn't submit a recorded commitment", async () => {
      await page.goto(`/loans/${loan.id}/book`)
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Record Commitment' })
      await chooseOption(dialog.getByRole('combobox', { name: 'Lender' }), dora.email)
      await expect(dialog).toContainText('Dora Brook already holds')
      await expect(dialog.getByRole('button', { name: 'Record Commitment' })).toBeEnabled()
      await expectEnterToSendNothing(page, dialog, 8)
    })

    await test.step("pressing Enter doesn't submit an action on a lender's instructions", async () => {
      for (const [act, title, button, fields] of [
        ['Change', 'Change Share', 'Change Share', 5],
        ['Make Binding', 'Make Commitment Binding', 'Make Binding', 2],
        ['Withdraw', 'Withdraw Commitment', 'Withdraw', 2],
      ] as const) {
        await page.goto(`/loans/${loan.id}/book`)
        await chooseForLine(page, act, 'Otto Brook')
        const dialog = page.getByRole('dialog', { name: title })
        if (act === 'Change') await dialog.getByRole('spinbutton').fill('22')
        await dialog.getByLabel('As instructed by').fill('Otto Brook, by phone')
        await expect(dialog.getByRole('button', { name: button })).toBeEnabled()
        await expectEnterToSendNothing(page, dialog, fields)
      }
    })

    await test.step("pressing Enter doesn't submit a release", async () => {
      await page.goto(`/loans/${loan.id}/book`)
      await chooseForLine(page, 'Release', 'Dora Brook')
      const dialog = page.getByRole('dialog', { name: 'Release Commitment' })
      await dialog.getByLabel('Reason').fill('Sold')
      await expectEnterToSendNothing(page, dialog, 1)
    })

    expect(await dora.call('listOwnCommitments')).toHaveLength(1)
    expect(await otto.call('listOwnCommitments')).toMatchObject([
      { percentage: '10.00', isSoftCommit: 'true' },
    ])
  },
)

test('after the terms change, the dialog warns that retrying a request whose response was lost could add a second commitment', async ({
  page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  const dora = await desk.makeLender({ firstName: 'Dora' })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Commitment' })
  await chooseOption(dialog.getByRole('combobox', { name: 'Lender' }), dora.email)
  await dialog.getByLabel('Soft Commit').check()
  await dialog.getByLabel('As instructed by').fill('Dora Brook, by phone')
  await page.route(`**/api/admin/loans/${loan.id}/commitments`, async (route) => {
    await route.fetch()
    const body = { interestRate: '7.50' }
    await desk.admin.call('updateLoan', { params: { id: loan.id }, body })
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Record Commitment' }).click()
  await expect(dialog).toContainText('The rate is 7.50% now')
  await expect(dialog).toContainText(
    "Your last attempt may have gone through. Check the lender's position before recording another one.",
  )
  await expect(dialog).toContainText('Dora Brook already holds 10% ($250,000.00) soft')
  await expect(dialog).toContainText('After this Dora Brook holds 20% soft.')
})

testOnPhone(
  'a lender with soft interest can make it binding instead of adding a commitment',
  async ({ page, desk, lender }) => {
    spec('2.7.7')
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    const dialog = await openCommitDialog(page, loan)
    await expect(dialog).toContainText('You already hold 5% ($125,000.00) soft.')
    await expect(dialog).toContainText('After this you hold 10% binding and 5% soft.')
    const soft = dialog.getByLabel('Soft Commit')
    await endAnimations(page)
    const before = await soft.boundingBox()
    await soft.check()
    await expect(dialog).toContainText('After this you hold 15% soft.')
    expect(await soft.boundingBox()).toEqual(before)

    const instead = dialog.getByRole('button', { name: 'Make My 5% Binding Instead' })
    await instead.click()
    const asked = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
    await expect(asked).toContainText('Binding: $125,000.00 (5%).')
    await expect(asked).toContainText("You can't change or withdraw it; only")
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(instead).toBeFocused()
    expect(await lender.call('listOwnCommitments')).toMatchObject([{ isSoftCommit: 'true' }])

    await instead.click()
    await asked.getByRole('button', { name: 'Make Binding' }).click()
    await expectReceipt(page, 'Indication made binding', '$125,000.00')
    await expect(dialog).toBeHidden()
    await closeReceipt(page)
    await expect(page.getByRole('button', { name: `Commit to ${loan.title}` })).toBeFocused()
    expect(await lender.call('listOwnCommitments')).toMatchObject([
      { loanId: loan.id, percentage: '5.00', isSoftCommit: 'false' },
    ])
  },
)

test('the commitment dialog offers to make each soft commitment binding or says that too little of the loan is available', async ({
  page,
  desk,
  lender,
}) => {
  const [several, scarce] = [await desk.makeLoan(), await desk.makeLoan()]
  for (const percentage of ['5', '6'])
    await desk.makeCommitment(lender, several, { percentage, isSoftCommit: 'true' })
  await desk.makeCommitment(lender, scarce, { percentage: '40', isSoftCommit: 'true' })
  await desk.makeCommitment(await desk.makeLender(), scarce, { percentage: '70' })
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Commitment' })

  await test.step("the commitment dialog can't be confirmed until the lender's position is loaded", async () => {
    const answer = await hold(page, '**/api/commitments/me?*')
    await openCommitDialog(page, several)
    await expect(dialog).toContainText('Loading what you hold...')
    await expect(confirm).toBeDisabled()
    answer()
    await expect(dialog).toContainText('You already hold 11%')
    await expect(confirm).toBeEnabled()
    await page.unroute('**/api/commitments/me?*')
  })

  await test.step('the commitment dialog offers to make each soft commitment binding and shows the resulting position', async () => {
    await expect(dialog.getByRole('button', { name: /Binding Instead$/ })).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Make My 6% Binding Instead' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
    await expect(asked).toContainText('Binding: $150,000.00 (6%).')
    await expect(asked.getByRole('row', { name: /^Binding share 0% 6%$/ })).toBeVisible()
    await expect(asked.getByRole('row', { name: /^Soft share 11% 5%$/ })).toBeVisible()
    await expect(asked.getByRole('row', { name: /^Interest a year/ })).toContainText('$10,875.00')
    await asked.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a soft commitment that is too large for the loan links to the page where it can be reduced', async () => {
    await openCommitDialog(page, scarce)
    await expect(dialog).toContainText('Only 30% is left: lower your 40% to make it binding.')
    await expect(dialog.getByRole('button', { name: /Binding Instead$/ })).toHaveCount(0)
    await dialog.getByRole('link', { name: 'My Commitments' }).click()
    await expect(page).toHaveURL('/commitments')
  })

  await test.step("a lender can commit even if the lender's position fails to load", async () => {
    await page.route('**/api/commitments/me?*', (route) => route.abort())
    await openCommitDialog(page, several)
    await expect(dialog).toContainText("What you hold already couldn't be loaded.")
    await expect(confirm).toBeEnabled()
  })
})

test('the commitment dialog suggests the shares nearest to an entered amount, and selecting one sets the share', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan({ amount: '14250000' })
  await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '47' })
  const dialog = await openCommitDialog(page, loan)
  const amount = dialog.getByLabel('Amount', { exact: true })
  const share = dialog.getByRole('spinbutton')
  const confirm = dialog.getByRole('button', { name: 'Confirm Commitment' })
  const offered = dialog.getByRole('group', { name: 'Nearest shares' }).getByRole('button')
  await expect(dialog.getByText('53%', { exact: true })).toBeVisible()
  await expect(dialog).toContainText('53% ($7,552,500.00)')
  await expect(amount).toHaveValue('$1,425,000.00')

  await amount.fill('1,500,000')
  await expect(offered).toHaveText(['10% = $1,425,000.00', '11% = $1,567,500.00'])
  await expect(confirm).toBeDisabled()
  await expect(dialog).toContainText('choose one near $1,500,000.00.')
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await expect(share).toHaveValue('')
  await offered.last().click()
  await expect(share).toHaveValue('11')
  await expect(amount).toHaveValue('$1,567,500.00')
  await expect(amount).toBeFocused()
  await expect(offered).toHaveCount(0)
  await expect(dialog.getByRole('status')).toHaveText('$1,567,500.00')
  await expect(confirm).toBeEnabled()

  await amount.fill('$2,850,000')
  await expect(share).toHaveValue('20')
  await expect(dialog).toContainText('Binding: $2,850,000.00 (20%).')
  await amount.fill('9000000')
  await expect(offered).toHaveText(['53% = $7,552,500.00'])
  await expect(dialog).toContainText('Only $7,552,500.00 (53%) is available.')
  // A decimal comma is ambiguous, because the amount could be a million or ten thousand, so it doesn't select a share.
  await amount.fill('10000,00')
  await expect(dialog).toContainText('Enter an amount in dollars, like 1,425,000.')
  await expect(offered).toHaveCount(0)
  await expect(confirm).toBeDisabled()
  await share.fill('150')
  await expect(share).toHaveValue('53')
  await expect(dialog).toContainText('Only 53% is left; your 150% became 53%.')
  await share.fill('12')
  await expect(dialog).not.toContainText('150%')
  await expect(amount).toHaveValue('$1,710,000.00')
  await confirm.click()
  await expectReceipt(page, '$1,710,000.00', '12% of')
  expect(await lender.call('listOwnCommitments')).toMatchObject([{ percentage: '12.00' }])
})

test('on a short screen, the summary and the button of a commitment dialog can be scrolled into view', async ({
  lenderPage: page,
  desk,
}) => {
  const loan = await desk.makeLoan()
  await page.setViewportSize({ width: 360, height: 640 })
  await browseFor(page, loan)
  await page.getByRole('button', { name: `Commit to ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  const effect = dialog.getByText(/^Binding: \$/)
  const confirm = dialog.getByRole('button', { name: 'Confirm Commitment' })
  for (const part of [effect, confirm]) await expect(part).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(/ a year/)).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('slider').scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('slider')).toBeInViewport()
  for (const part of [effect, confirm]) await expect(part).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 640, height: 360 })
  await dialog.getByRole('slider').scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('slider')).toBeInViewport()
  await confirm.scrollIntoViewIfNeeded()
  await expect(confirm).toBeInViewport({ ratio: 0.9 })
  await confirm.click()
  await expectReceipt(page)
})
