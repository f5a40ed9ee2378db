import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { hold, closeReceipt, expectToast, fact, expectReceipt } from '#test/e2e/support/screen.ts'
import { spec } from '#test/support/requirements.ts'

const card = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Commitments', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    // Only nested items are counted, because each loan's cards are a nested list.
    .filter({ hasNot: page.getByRole('listitem') })

test('My Commitments links to the loan list if the lender has no commitments', async ({
  lenderPage: page,
}) => {
  spec('2.1.8', '2.9.1', '2.9.6')
  await page.goto('/commitments')
  await expect(page.getByRole('heading', { level: 1, name: 'My Commitments' })).toBeVisible()
  await expect(page.getByText('Track your active loan commitments and returns')).toBeVisible()
  await expect(
    page.getByText('No commitments yet. Browse available loans to get started.'),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Browse Loans' }).click()
  await expect(page).toHaveURL('/loans')
})

testOnPhone(
  "the summary of the lender's commitments is exact to the cent",
  async ({ page, desk, lender }) => {
    spec('1.13', '2.9.2', '2.9.3', '2.9.4')
    const pier = await desk.makeLoan({ amount: '1000000.55', interestRate: '7.25' })
    const quay = await desk.makeLoan({ amount: '333333.33', interestRate: '9.90' })
    await desk.makeCommitment(lender, pier, { percentage: '15' })
    await desk.makeCommitment(lender, pier, { percentage: '5' })
    await desk.makeCommitment(lender, quay, { percentage: '7', isSoftCommit: 'true' })
    const summary = page.getByRole('region', { name: 'Portfolio Summary' })
    const load = await hold(page, '**/api/commitments/me/portfolio')
    await page.goto('/commitments')
    await expect(card(page, quay.title)).toBeVisible()
    await expect(summary).toHaveAttribute('aria-busy', 'true')
    const before = await summary.boundingBox()
    load()
    // The exact amounts are 150,000.0825 and 50,000.0275. Each is rounded separately, and soft shares earn no interest.
    await expect(fact(page, 'Total Committed').first()).toHaveText('$200,000.11')
    await expect(fact(page, 'Total Committed').nth(1)).toContainText('$23,333.33')
    await expect(fact(page, 'Active Loans').first()).toHaveText('2')
    expect(await summary.boundingBox()).toEqual(before)
    // The average of 7.25 and 9.90 is 8.575.
    await expect(fact(page, 'Avg. Rate').first()).toHaveText('8.58%')
    const soft = card(page, quay.title)
    for (const text of ['Pier Four LLC', 'Soft', 'Open', '$23,333.33', '9.90%', '24 months', '7%'])
      await expect(soft).toContainText(text)
    await expect(soft.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '7')
    await expect(card(page, pier.title)).toHaveCount(2)
    await expect(card(page, pier.title).getByRole('button')).toHaveCount(0)
  },
)

testOnPhone('a lender changes a soft commitment', async ({ page, desk, lender }) => {
  spec('2.9.4', '4.8')
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  await page.goto('/commitments')
  await page.getByRole('button', { name: `Change Share: ${loan.title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Share' })
  await expect(dialog).toContainText('Current indication: 10% ($250,000.00).')
  await expect(dialog.getByRole('button', { name: 'Change Share' })).toBeDisabled()
  await dialog.getByRole('spinbutton').fill('22')
  await expect(dialog).toContainText('Indication, not binding: $550,000.00 (22%).')
  await dialog.getByRole('button', { name: 'Change Share' }).click()
  await expectToast(page, 'Share changed', `22% ($550,000.00) of ${loan.title}, soft`)
  await expect(card(page, loan.title)).toContainText('$550,000.00')
  await expect(card(page, loan.title).getByRole('progressbar')).toHaveAttribute(
    'aria-valuenow',
    '22',
  )
})

test('a soft commitment can be withdrawn, or made binding within the limits of the lender and the loan', async ({
  page,
  desk,
  lender,
}) => {
  spec('4.8')
  const withdrawn = await desk.makeLoan()
  const grown = await desk.makeLoan()
  const scarce = await desk.makeLoan()
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const bound = await desk.makeLoan({ commitmentDeadline: inThreeDays })
  await desk.makeCommitment(lender, withdrawn, { isSoftCommit: 'true' })
  const ended = await desk.makeCommitment(lender, withdrawn, { isSoftCommit: 'true' })
  await desk.makeCommitment(lender, grown, { percentage: '80', isSoftCommit: 'true' })
  await desk.makeCommitment(lender, grown, { isSoftCommit: 'true' })
  await desk.makeCommitment(lender, scarce, { percentage: '40', isSoftCommit: 'true' })
  await desk.makeCommitment(lender, bound, { percentage: '12', isSoftCommit: 'true' })
  await page.goto('/commitments')

  await test.step("the lender's dialog closes with an explanation when an administrator ends the commitment", async () => {
    const { title } = withdrawn
    const change = page.getByRole('button', { name: `Change Share: ${title}` })
    await expect(change).toHaveCount(2)
    const body = { instructedBy: 'Lena Brook', instructedOn: '2026-01-05' }
    await desk.admin.call('withdrawCommitmentOnBehalf', { params: { id: ended.id }, body })
    // The newest commitment is listed first. Opening its dialog loads the commitments again, as an event would.
    await change.first().click()
    await expectToast(page, 'Nothing changed', 'This commitment has already ended.')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(change).toHaveCount(1)
  })

  await test.step('a lender withdraws a soft commitment', async () => {
    const loan = withdrawn
    await page.getByRole('button', { name: `Withdraw: ${loan.title}` }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Withdraw Commitment' })
    await expect(dialog).toContainText('$250,000.00 (10%)')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expectToast(page, 'Commitment withdrawn')
    await expect(card(page, loan.title)).toBeHidden()
    await expect(fact(page, 'Total Committed').first()).toHaveText('$0.00')
    expect(await lender.call('getLoan', { params: { id: loan.id } })).toMatchObject({
      softPercentage: '0.00',
    })
  })

  await test.step("a changed soft commitment can't exceed the limit per lender", async () => {
    const loan = grown
    const change = page.getByRole('button', { name: `Change Share: ${loan.title}` })
    await change.first().click()
    const dialog = page.getByRole('dialog', { name: 'Change Share' })
    await expect(dialog).toContainText('Current indication: 10%')
    await dialog.getByRole('spinbutton').fill('21')
    await expect(dialog).toContainText(
      'You already hold soft interest in 90% of this loan. You can add up to 10% more.',
    )
    await expect(dialog.getByRole('button', { name: 'Change Share' })).toBeDisabled()
    await dialog.getByRole('spinbutton').fill('20')
    await dialog.getByRole('button', { name: 'Change Share' }).click()
    await expectToast(page, 'Share changed', '20% ($500,000.00)')
  })

  await test.step("a soft commitment above the available share can't be made binding, and the dialog says why", async () => {
    const loan = scarce
    const makeBinding = page.getByRole('button', { name: `Make Binding: ${loan.title}` })
    await expect(makeBinding).toBeEnabled()
    await desk.makeCommitment(await desk.makeLender(), loan, { percentage: '70' })
    await makeBinding.click()
    const dialog = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
    await expect(dialog).toContainText('Only 30% is left: lower your share to make it binding.')
    await expect(dialog.getByRole('button', { name: 'Make Binding' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(makeBinding).toBeDisabled()
    await expect(card(page, loan.title)).toContainText(
      'Only 30% is left: lower your share to make it binding.',
    )
  })

  await test.step('the dialog suggests alternatives when no share of the loan is available', async () => {
    await desk.makeCommitment(await desk.makeLender(), scarce, { percentage: '30' })
    await page.getByRole('button', { name: `Change Share: ${scarce.title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Share' })
    await expect(dialog).toContainText(
      'This loan is fully committed. Withdraw your indication, or keep it in case a share is released.',
    )
    await expect(dialog.getByRole('button', { name: 'Change Share' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a lender makes a soft commitment that is due soon binding', async () => {
    const loan = bound
    const waiting = page.getByRole('region', { name: 'Waiting for You' })
    await expect(waiting).toContainText('Your soft 12% ($300,000.00)')
    await waiting.getByRole('button', { name: `Make Binding: 12% of ${loan.title}` }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Make Commitment Binding' })
    await expect(dialog).toContainText('Binding: $300,000.00 (12%).')
    await dialog.getByRole('button', { name: 'Make Binding' }).click()
    await expectReceipt(page, 'Indication made binding', '$300,000.00')
    await closeReceipt(page)
    await expect(waiting).toBeHidden()
    await expect(card(page, loan.title)).toContainText('Binding')
    await expect(card(page, loan.title).getByRole('button')).toHaveCount(0)
    await expect(fact(page, 'Total Committed').first()).toHaveText('$300,000.00')
  })
})
