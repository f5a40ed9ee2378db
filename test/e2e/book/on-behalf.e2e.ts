import { enter, expect, test, testOnPhone, uniqueTitle } from '#test/e2e/support/desk.ts'
import { chooseForLine, chooseOption, expectToast } from '#test/e2e/support/screen.ts'

test("an administrator makes a lender's soft commitment binding and edits other commitments on the lender's behalf", async ({
  page,
  desk,
  lender,
}) => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { percentage: '15', isSoftCommit: 'true' })
  const other = await desk.makeLender({ firstName: 'Otto' })
  await desk.makeCommitment(other, loan, { percentage: '5', isSoftCommit: 'true' })
  const admin = await desk.openAs(desk.admin)
  await admin.goto(`/loans/${loan.id}/book`)
  const lines = admin
    .getByRole('region', { name: 'Indications and Commitments' })
    .locator('tbody')
    .getByRole('row')

  await test.step('the dialog for recording a binding commitment offers to make an existing soft commitment binding instead', async () => {
    await admin.getByRole('button', { name: 'Record', exact: true }).click()
    await chooseOption(admin.getByRole('combobox', { name: 'Lender' }), lender.email)
    await admin.getByLabel('As instructed by').fill('Lena')
    await admin.getByLabel('On', { exact: true }).fill('2026-01-06')
    await admin.getByRole('button', { name: 'Make 15% ($375,000.00) Binding' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Make Commitment Binding' })
    await expect(dialog).toContainText('Binding for Lena Brook: $375,000.00 (15%).')
    await expect(dialog).toContainText('After this Lena Brook holds 15% binding.')
    const who = dialog.getByLabel('As instructed by')
    await expect(who).toHaveValue('Lena')
    await expect(dialog.getByLabel('On', { exact: true })).toHaveValue('2026-01-06')
    await who.fill('')
    await dialog.getByRole('button', { name: 'Make Binding' }).click()
    await expect(who).toHaveAccessibleDescription('Please say who gave the instruction')
    await who.fill('Lena Brook, by phone')
    await who.press('Enter')
    await dialog.getByLabel('On', { exact: true }).fill('2026-01-05')
    await dialog.getByLabel('On', { exact: true }).press('Enter')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Make Binding' }).click()
    await expectToast(admin, 'Commitment made binding', 'Lena Brook: $375,000.00 (15%), binding.')
    await expect(lines).toHaveCount(2)
    await expect(lines.filter({ hasText: 'Lena Brook' })).toContainText(
      /Made binding by .+, as instructed by Lena Brook, by phone on Jan 5, 2026/,
    )
  })

  await test.step("commitments can be changed and withdrawn from a book row's menu using only the keyboard", async () => {
    await admin.getByRole('button', { name: 'Actions for Otto Brook: 5%' }).focus()
    await admin.keyboard.press('Enter')
    await expect(admin.getByRole('menuitem')).toHaveText([
      'Make Binding',
      'Change',
      'Withdraw',
      'Message',
    ])
    await admin.keyboard.press('c')
    await expect(admin.getByRole('menuitem', { name: 'Change' })).toBeFocused()
    await admin.keyboard.press('Enter')
    const dialog = admin.getByRole('dialog', { name: 'Change Share' })
    await dialog.getByRole('spinbutton').fill('8')
    await dialog.getByLabel('As instructed by').fill('Otto Brook')
    await dialog.getByRole('button', { name: 'Change Share' }).click()
    await expectToast(admin, 'Share changed', 'Otto Brook: $200,000.00 (8%), soft.')
    await chooseForLine(admin, 'Withdraw', 'Otto Brook')
    await expect(admin.getByRole('dialog', { name: 'Withdraw Commitment' })).toContainText(
      "This withdraws Otto Brook's indication of 8% ($200,000.00).",
    )
    await admin.getByLabel('As instructed by').fill('Otto Brook')
    await admin.keyboard.press('Escape')
    const question = admin.getByRole('alertdialog', { name: 'Discard your text?' })
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await admin.getByRole('button', { name: 'Withdraw' }).click()
    await expectToast(admin, 'Commitment withdrawn')
    await expect(lines.filter({ hasText: 'Otto Brook' })).toContainText(
      /Withdrawn .+ by .+, as instructed by Otto Brook on/,
    )
  })

  await test.step('the lender sees the instruction and gets the receipt', async () => {
    await enter(page.context(), lender)
    await page.goto('/commitments?view=history')
    await expect(page.getByRole('row').filter({ hasText: 'Made binding' })).toContainText(
      'as instructed by Lena Brook, by phone on Jan 5, 2026',
    )
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click()
    await expect(page.getByText('Lena Brook, by phone on Jan 5, 2026')).toBeVisible()
  })
})

testOnPhone('a lender is found by company and chosen with the keyboard', async ({ page, desk }) => {
  const loan = await desk.makeLoan()
  const companyName = uniqueTitle('Quay Bank')
  const dora = await desk.makeLender({ firstName: 'Dora' })
  const otto = await desk.makeLender({ firstName: 'Otto' })
  for (const person of [dora, otto]) await person.call('updateProfile', { body: { companyName } })
  await enter(page.context(), desk.admin)
  await page.goto(`/loans/${loan.id}/book`)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Commitment' })
  const lender = dialog.getByRole('combobox', { name: 'Lender' })
  const options = dialog.getByRole('listbox', { name: 'Lenders' }).getByRole('option')
  await lender.fill(companyName)
  await expect(options).toHaveText([
    `Dora Brook${companyName} · ${dora.email}`,
    `Otto Brook${companyName} · ${otto.email}`,
  ])
  await lender.press('ArrowDown')
  const active = (await lender.getAttribute('aria-activedescendant')) ?? ''
  expect(active).toContain(otto.id)
  await expect(page.locator(`[id="${active}"]`)).toBeInViewport()
  await lender.press('Escape')
  await expect(lender).toHaveAttribute('aria-expanded', 'false')
  await expect(dialog).toBeVisible()

  await lender.fill(`${companyName} no more`)
  await expect(dialog.getByText('No lender matches.')).toBeVisible()
  await page.route('**/api/admin/users?*', (route) => route.abort())
  await lender.fill(`${companyName} O`)
  await expect(dialog.getByText("The lenders couldn't be loaded. Type to try again.")).toBeVisible()
  await page.unroute('**/api/admin/users?*')
  await chooseOption(lender, `${companyName} Otto`)
  await expect(lender).toHaveValue(`Otto Brook (${otto.email})`)
  await expect(dialog).toContainText('Otto Brook holds nothing in this loan yet.')
})
