/** Other terms of a loan: an administrator proposes them, and bound lenders confirm, decline, or let them lapse. */
import { passTimeToAnswer } from '#test/e2e/support/database.ts'
import { expect, test, testAtSizes, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { expectToast, openWhole, unfold } from '#test/e2e/support/screen.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function makeBook(desk: Desk, lender: Parameters<Desk['makeCommitment']>[0]) {
  const loan = await desk.makeLoan({
    ...{ amount: '10000000.00', interestRate: '9.50' },
    ...{ asIsValue: '16000000.00', noiInPlace: '1000000.00', totalCost: '20000000.00' },
  })
  const other = await desk.makeLender({ firstName: 'Ben', lastName: 'Marsh' })
  await desk.makeCommitment(lender, loan, { percentage: '40' })
  await desk.makeCommitment(other, loan, { percentage: '35' })
  await desk.admin.call('setHold', { params: { id: loan.id }, body: { percentage: '25' } })
  return { loan, other }
}

const propose = (desk: Desk, loan: { id: string }) =>
  desk.admin.call('proposeTerms', {
    params: { id: loan.id },
    body: { amount: '9000000.00', reason: 'The borrower takes less.' },
  })

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `new terms are proposed, confirmed by one lender, and applied without the other (${size})`,
    async ({ page, desk, lender }) => {
      const { loan, other } = await makeBook(desk, lender)
      const office = await desk.openAs(desk.admin)
      if (size === 'phone') await office.setViewportSize({ width: 360, height: 780 })
      await openWhole(office, `/loans/${loan.id}/deal`)
      await unfold(part(office, 'Terms'))
      await part(office, 'Terms').getByRole('button', { name: 'Propose Other Terms' }).click()
      const dialog = office.getByRole('dialog', { name: 'Propose Other Terms' })
      await expect(dialog.getByRole('button', { name: 'Propose Terms' })).toBeDisabled()
      await dialog.getByLabel('Loan amount ($)').fill('10000000')
      await dialog.getByRole('button', { name: 'Propose Terms' }).click()
      await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
      await dialog.getByLabel('Reason').fill('The borrower takes less.')
      await dialog.getByRole('button', { name: 'Propose Terms' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('These are the terms of the loan already')
      await dialog.getByLabel('Loan amount ($)').fill('9000000')
      const row = dialog.getByRole('rowgroup').filter({ hasText: other.lastName })
      await expect(row).toContainText(/\$3,500,000\.00\$[\d,.]+ a year\$3,150,000\.00/)
      await expect(dialog).toContainText(
        '2 lenders, bound to 75% ($7,500,000.00), are asked: Loan amount $10,000,000 → $9,000,000.',
      )
      await dialog.getByRole('button', { name: 'Propose Terms' }).click()
      await expectToast(office, 'Terms proposed', /2 lenders are asked/)
      const proposed = part(office, 'Proposed Terms')
      await expect(proposed).toContainText('0 of 2 lenders answered.')
      await expect(proposed.getByRole('button', { name: 'Apply Terms' })).toBeDisabled()

      if (size === 'phone') {
        await page.goto(`/loans/${loan.id}`)
        const bar = page.getByRole('button', { name: 'Answer', exact: true })
        await bar.click()
        await expect(page.getByRole('button', { name: `Confirm: ${loan.title}` })).toBeFocused()
        await expect(bar).toBeHidden()
      }
      await page.goto('/commitments')
      const waiting = part(page, 'Waiting for You')
      await expect(waiting).toContainText('Your 40%: $4,000,000.00 → $3,600,000.00')
      await expect(waiting).toContainText('The borrower takes less.')
      await waiting.getByRole('button', { name: `Confirm: ${loan.title}` }).click()
      const confirm = page.getByRole('alertdialog', { name: 'Confirm New Terms' })
      await expect(confirm).toContainText(
        'You stay bound to 40%: $3,600,000.00 instead of $4,000,000.00 once the terms take effect.',
      )
      await expect(confirm).toContainText(
        'LTV62.50%56.25%LTC50.00%45.00%Debt yield10.00%11.11%DSCR1.05x1.17x',
      )
      await confirm.getByRole('button', { name: 'Confirm New Terms' }).click()
      await expectToast(page, 'New terms confirmed', /\$3,600,000\.00/)
      await expect(waiting).toBeHidden()
      await openWhole(page, `/loans/${loan.id}`)
      await expect(part(page, 'New Terms')).toContainText('Your commitment stays on the new terms')

      await passTimeToAnswer(loan.id)
      await openWhole(office, `/loans/${loan.id}/deal`)
      await expect(proposed).toContainText('1 of 2 lenders answered.')
      await proposed.getByRole('button', { name: 'Apply Terms' }).click()
      const apply = office.getByRole('alertdialog', { name: 'Apply Terms' })
      await expect(apply).toContainText('1 lender stays with 40% ($3,600,000.00).')
      await expect(apply).toContainText(/35% \(\$3,500,000\.00\) of .+ lapses/)
      await expect(apply).toContainText('Committed afterwards: 65% ($5,850,000.00)')
      await apply.getByRole('button', { name: 'Apply Terms' }).click()
      await expectToast(office, 'Terms applied')
      await expect(part(office, 'Terms')).toContainText('$9,000,000.00')
      await expect(part(office, 'Where It Stands')).toContainText("Originator's hold25% $2,250,000")

      const lapsed = await desk.openAs(other)
      await openWhole(lapsed, '/commitments?view=history')
      await expect(
        lapsed.getByText('Lapsed', { exact: true }).filter({ visible: true }),
      ).toBeVisible()
    },
  )

test('a lender declines by keyboard, and the proposal is canceled', async ({
  page,
  desk,
  lender,
}) => {
  const { loan } = await makeBook(desk, lender)
  await propose(desk, loan)
  await openWhole(page, `/loans/${loan.id}`)
  const card = part(page, 'New Terms')
  await card.getByRole('button', { name: `Decline: ${loan.title}` }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Decline New Terms' })
  await expect(dialog).toContainText(
    'Your commitment of 40% ($4,000,000.00) ends if the new terms take effect.',
  )
  await dialog.getByLabel('Reason').fill('Too small for us.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'New terms declined')
  await expect(card).toContainText('Your commitment ends if they take effect')

  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  const proposed = part(office, 'Proposed Terms')
  await expect(proposed.getByRole('row').filter({ hasText: 'Declined' })).toContainText(
    '“Too small for us.”',
  )
  await proposed.getByRole('button', { name: 'Cancel Proposal' }).click()
  const cancel = office.getByRole('alertdialog', { name: 'Cancel Proposal' })
  await cancel.getByRole('button', { name: 'Cancel Proposal' }).click()
  await expectToast(office, 'Proposal canceled')
  await expect(part(office, 'Terms')).toContainText('$10,000,000.00')
  await openWhole(page, `/loans/${loan.id}`)
  await expect(card).toBeHidden()
})

test('an administrator records an answer, and a binding commitment has to wait', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { percentage: '40' })
  await propose(desk, loan)
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  await office.getByRole('button', { name: /^Record Answer… of / }).click()
  const dialog = office.getByRole('dialog', { name: 'Answer for a Lender' })
  await expect(dialog.getByRole('button', { name: 'Record Answer' })).toBeDisabled()
  await dialog.getByLabel('Answer', { exact: true }).selectOption('Confirmed')
  await expect(dialog).toContainText('stays bound to 40%: $1,000,000.00 → $3,600,000.00')
  await expect(dialog.getByRole('table')).toContainText('Its 40%')
  await dialog.getByLabel('How the lender answered').fill('By letter of May 7')
  await dialog.getByRole('button', { name: 'Record Answer' }).click()
  await expectToast(office, 'Answer recorded')
  await expect(part(office, 'Proposed Terms')).toContainText('By letter of May 7')

  await openWhole(page, `/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Commit to This Loan' }).first().click()
  const commit = page.getByRole('dialog', { name: 'Commit to Loan' })
  await expect(commit).toContainText('Proposed for your 40%: $1M → $3.6M')
  await expect(commit).toContainText('Binding waits until the new terms are decided')
  await expect(commit).toContainText(
    '$250,000.00 (10%). $900,000.00 on the new terms. After this you hold 40% binding and 10% soft.',
  )
  await expect(commit.getByRole('radio', { name: 'Binding' })).toBeDisabled()
  await expect(commit.getByRole('checkbox', { name: 'Soft Commit' })).toBeChecked()
  await expect(commit.getByRole('button', { name: 'Confirm Commitment' })).toBeEnabled()
})
