import { expect, test, testAtSizes } from '#test/e2e/support/desk.ts'
import {
  hold,
  browseFor,
  closeReceipt,
  expectToast,
  fact,
  fundingOf,
  openCommitDialog,
  openToast,
  expectReceipt,
} from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `a binding commitment has the share and amount that the dialog showed (${size})`,
    async ({ page, desk, lender }) => {
      spec('1.12', '2.7.1', '2.7.2', '2.7.3', '2.7.4', '2.7.5', '2.8.10')
      spec('2.8.12', '4.16', '5.3.1', '9.7', '9.16')
      const loan = await desk.makeLoan({ amount: '2500000.50' })
      const dialog = await openCommitDialog(page, loan)
      await expect(dialog).toContainText(loan.title)
      await expect(fact(page, 'Total Amount')).toHaveText('$2,500,001')
      await expect(fact(page, 'Available')).toHaveText('100% ($2,500,000.50)')
      await expect(dialog).toContainText('You hold nothing in this loan yet.')
      await expect(dialog.getByRole('spinbutton')).toHaveValue('10')
      await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuenow', '10')
      await expect(dialog).toContainText(
        "Binding: $250,000.05 (10%). You can't change or withdraw it; only",
      )
      await expect(dialog).toContainText(
        'Non-binding expression of interest. Can be modified or withdrawn later.',
      )
      await dialog.getByRole('spinbutton').fill('25')
      await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuenow', '25')
      // The exact amount is 625,000.125. Half a cent is rounded up.
      await expect(dialog.getByRole('status')).toHaveText('$625,000.13')
      await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
      await expectReceipt(page, 'Commitment', '$625,000.13', `25% of ${loan.title}`)
      await expect(dialog).toBeHidden()
      await closeReceipt(page)
      expect(await lender.call('listOwnCommitments')).toMatchObject([
        { loanId: loan.id, percentage: '25.00', amount: '625000.13', isSoftCommit: 'false' },
      ])

      await page.getByRole('tab', { name: 'Grid View' }).click()
      const card = page.getByRole('article').filter({ hasText: loan.title })
      await expect(card).toContainText('25% binding')
      await expect(card).toContainText('$1.88M left')
      await card.getByRole('button', { name: `Commit to ${loan.title}` }).click()
      await expect(fact(page, 'Available')).toHaveText('75% ($1,875,000.37)')
      await expect(dialog).toContainText('You already hold 25% ($625,000.13) binding.')
    },
  )

test("a soft commitment doesn't reduce the available share and appears next to the binding share in the bar", async ({
  page,
  desk,
  lender,
}) => {
  spec('1.12', '2.7.4', '2.10.14', '4.16')
  const loan = await desk.makeLoan()
  await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '30' })
  await page.goto(`/loans/${loan.id}`)
  await page.getByRole('button', { name: 'Commit to This Loan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Commit to Loan' })
  await dialog.getByLabel('Soft Commit').check()
  await expect(dialog).toContainText('Indication, not binding: $250,000.00 (10%).')
  await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expectReceipt(page, 'Indication', '$250,000.00', '10% of')
  await closeReceipt(page)
  await expect(page.getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    '30% binding, 10% soft, 70% available',
  )
  await expect(fact(page, 'Committed')).toContainText('$750,000.00')
  await expect(fact(page, 'Committed')).toContainText(/30% of \$2,500,000$/)
  await expect(fact(page, 'Soft interest')).toHaveText('$250,000.0010%')
  await expect(fundingOf(page)).toContainText('available · 70%')
  await expect(fundingOf(page)).toContainText('Soft 10%')
  expect(await lender.call('listOwnCommitments')).toMatchObject([
    { percentage: '10.00', isSoftCommit: 'true' },
  ])
})

for (const [size, testAtSize] of Object.entries(testAtSizes))
  testAtSize(
    `the commitment dialog shows a share's yearly interest and its effect on the lender's concentration (${size})`,
    async ({ page, desk, lender }) => {
      const held = await desk.makeLoan({ amount: '2000000' })
      await desk.makeCommitment(lender, held, { percentage: '50' })
      const loan = await desk.makeLoan({
        amount: '10000000',
        interestRate: '8.13',
        noteRate: '8.125',
        propertyType: 'Mixed Use',
        propertyAddress: '210 Wharf Street, Providence, RI 02903',
      })
      const dialog = await openCommitDialog(page, loan)
      await expect(dialog).toContainText('$81,250.00 a year at the note rate, gross.')
      await expect(dialog).toContainText('Your binding book: RI 0% → 50%, Mixed Use 0% → 50%.')
      await expect(fact(page, 'Rate')).toHaveText('8.125%')
      await dialog.getByRole('spinbutton').fill('30')
      await expect(dialog).toContainText('RI 0% → 75%, Mixed Use 0% → 75%.')
      await dialog.getByLabel('Soft Commit').check()
      await expect(dialog).toContainText('$243,750.00 a year at the note rate, gross.')
      await expect(dialog).not.toContainText('Your binding book')
    },
  )

test('the whole commitment dialog fits on a desktop screen that is 800 pixels high', async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan({ amount: '14250000' })
  await desk.makeCommitment(lender, loan, { percentage: '20' })
  await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
  const dialog = await openCommitDialog(page, loan)
  await expect(dialog).toContainText('Your binding book')
  const isWhole = () =>
    dialog.evaluate((box) =>
      [...box.querySelectorAll('.overflow-y-auto')].every(
        ({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight,
      ),
    )
  await expect(dialog.getByRole('button', { name: 'Confirm Commitment' })).toBeInViewport({
    ratio: 1,
  })
  expect(await isWhole()).toBe(true)
  await dialog.getByLabel('Amount', { exact: true }).fill('1,000,000')
  await expect(dialog.getByRole('group', { name: 'Nearest shares' })).toBeVisible()
  expect(await isWhole()).toBe(true)
})

test("a commitment can't exceed the available share, and a lender's soft interest in a loan can't exceed 100%", async ({
  page,
  desk,
  lender,
}) => {
  spec('2.7.2', '4.8', '5.3.1', '5.3.3', '8.9', '9.8', '9.9')
  await test.step('a share that another lender has just committed to is rejected, and the dialog updates', async () => {
    const loan = await desk.makeLoan()
    const dialog = await openCommitDialog(page, loan)
    await dialog.getByRole('spinbutton').fill('40')
    await dialog.getByLabel('Soft Commit').check()
    await dialog.getByLabel('Soft Commit').uncheck()
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '75' })
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    await expectToast(
      page,
      'Error',
      'Failed to create commitment. Only 25% of this loan is still available',
    )
    await expect(dialog).toBeVisible()
    await expect(fact(page, 'Available')).toHaveText('25% ($625,000.00)')
    await expect(dialog).toContainText('Only 25% is left now; your 40% became 25%.')
    await expect(dialog).toContainText('Binding: $625,000.00 (25%).')
    expect(await lender.call('listOwnCommitments')).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    await expectReceipt(page, '$625,000.00', '25% of')
  })

  await test.step("the dialog doesn't offer soft interest above 100% per lender, and the server rejects a request for it", async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lender, loan, { percentage: '95', isSoftCommit: 'true' })
    const dialog = await openCommitDialog(page, loan)
    const confirm = dialog.getByRole('button', { name: 'Confirm Commitment' })
    await expect(dialog).toContainText('You already hold 95% ($2,375,000.00) soft.')
    await dialog.getByLabel('Soft Commit').check()
    await expect(dialog).toContainText(
      'You already hold soft interest in 95% of this loan. You can add up to 5% more.',
    )
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('spinbutton').fill('5')
    await expect(dialog).toContainText('Indication, not binding: $125,000.00 (5%).')
    await desk.makeCommitment(lender, loan, { percentage: '5', isSoftCommit: 'true' })
    await confirm.click()
    const full =
      'You already hold soft interest in 100% of this loan, the most one lender can hold. Reduce or withdraw some of it before adding more.'
    await expectToast(page, 'Error', `Failed to create commitment. ${full}`)
    await expect(dialog).toContainText(full)
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Soft Commit').uncheck()
    await expect(confirm).toBeEnabled()
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '100' })
    await confirm.click()
    await expect(dialog).toContainText('This loan is fully committed.')
    await expect(dialog).not.toContainText('Choose at least 1%')
    await expect(confirm).toBeDisabled()
  })

  await test.step('the share must be a whole number from 1 to the available share', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '94' })
    const dialog = await openCommitDialog(page, loan)
    const number = dialog.getByRole('spinbutton')
    const confirm = dialog.getByRole('button', { name: 'Confirm Commitment' })
    await expect(fact(page, 'Available')).toHaveText('6% ($150,000.00)')
    await expect(number).toHaveValue('6')
    await number.fill('50')
    await expect(number).toHaveValue('6')
    await number.fill('3.7')
    await expect(number).toHaveValue('3')
    await number.fill('0')
    await expect(confirm).toBeDisabled()
    await expect(dialog).toContainText('Choose at least 1% to commit.')
    await dialog.getByRole('slider').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(number).toHaveValue('2')
    await page.keyboard.press('End')
    await expect(number).toHaveValue('6')
    await number.focus()
    await number.hover()
    await page.mouse.wheel(0, 100)
    await expect(number).not.toBeFocused()
    await expect(number).toHaveValue('6')
    await expect(dialog).toContainText('Binding: $150,000.00 (6%).')
    await confirm.click()
    await expectReceipt(page)
    // The loan is fully committed, so the button that opened the dialog is disabled and can't receive focus.
    await expect(
      page.getByRole('button', { name: `Commit to ${loan.title}`, includeHidden: true }),
    ).toBeDisabled()
    await closeReceipt(page)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await lender.call('getLoan', { params: { id: loan.id } })).toMatchObject({
      committedPercentage: '100.00',
      committedAmount: '2500000.00',
    })
  })
})

test('a double click or a retry after a lost response creates only one commitment', async ({
  page,
  desk,
  lender,
}) => {
  spec('8.9')
  const commitmentsTo = async ({ id }: { id: string }) =>
    (await lender.call('listOwnCommitments')).filter(({ loanId }) => loanId === id)

  await test.step('a double click creates only one commitment', async () => {
    const loan = await desk.makeLoan()
    const dialog = await openCommitDialog(page, loan)
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).dblclick()
    await expectReceipt(page)
    expect(await commitmentsTo(loan)).toHaveLength(1)
  })

  await test.step('a retry after a lost response creates only one commitment', async () => {
    const loan = await desk.makeLoan()
    const dialog = await openCommitDialog(page, loan)
    await page.route('**/api/commitments', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    await expectToast(page, 'Error', 'Failed to create commitment.')
    await expect(dialog).toContainText(
      "We couldn't confirm that your commitment was recorded. Try again; it can't be recorded twice.",
    )
    await page.unroute('**/api/commitments')
    const answer = await hold(page, '**/api/commitments')
    await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
    await expect(openToast(page)).toBeHidden()
    await expect(dialog).toContainText("We couldn't confirm that your commitment was recorded.")
    answer()
    await expectReceipt(page)
    expect(await commitmentsTo(loan)).toHaveLength(1)
  })
})

test('committing after the session has ended opens the login page', async ({
  lenderPage: page,
  desk,
}) => {
  spec('6.7', '8.8')
  const loan = await desk.makeLoan()
  // Wait for pending requests. Otherwise one of them could detect the end of the session before the button does.
  const figures = page.waitForResponse(`**/api/loans/${loan.id}`)
  const dialog = await openCommitDialog(page, loan)
  await expect(dialog).toContainText('You hold nothing in this loan yet.')
  await figures
  // A sign-out would be announced to the tab, which could open the login page before the button is clicked.
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Confirm Commitment' }).click()
  await expectToast(page, 'Login Required', 'Please log in to make commitments.')
  await expect(page).toHaveURL(/\/login\?to=/)
  const to = new URL(page.url()).searchParams.get('to')
  expect(to).toBe(`/loans?search=${encodeURIComponent(loan.title)}`)
})

test('Cancel or Escape closes the commitment dialog without committing', async ({
  page,
  desk,
  lender,
}) => {
  spec('2.7.5')
  const loan = await desk.makeLoan()
  const dialog = await openCommitDialog(page, loan)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const opener = page.getByRole('button', { name: `Commit to ${loan.title}` })
  await expect(opener).toBeFocused()
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(openToast(page)).toHaveCount(0)
  expect(await lender.call('listOwnCommitments')).toEqual([])
})

test('no page lets a lender commit to a funded loan', async ({ lenderPage: page, desk }) => {
  spec('2.6.6', '2.10.15')
  const loan = await desk.makeLoan({ status: 'funded' })
  await browseFor(page, loan)
  await expect(page.getByRole('button', { name: `Commit to ${loan.title}` })).toBeDisabled()
  await page.goto(`/loans/${loan.id}`)
  const button = page.getByRole('button', { name: 'Commit to This Loan' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('This loan is fully funded.')
})
