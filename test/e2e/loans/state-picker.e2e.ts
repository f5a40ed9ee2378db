import { expect, test, testOnPhone } from '#test/e2e/support/desk.ts'

test("choosing a state's tile filters the loans immediately", async ({
  page,
  desk,
  lender: _lender,
}) => {
  const loan = await desk.makeLoan({ propertyAddress: '1 Lake Road, Burlington, VT 05401' })
  const other = await desk.makeLoan({ propertyAddress: '2 Lake Road, Cheyenne, WY 82001' })
  await page.goto('/loans')
  const open = page.getByRole('button', { name: 'Choose a state' })
  await open.click()
  const panel = page.getByRole('dialog', { name: 'States' })
  await panel.getByRole('button', { name: 'Alaska' }).focus()
  await expect(panel.getByText('Alaska')).toBeVisible()
  await panel.getByRole('button', { name: 'Vermont' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/location=VT/)
  await expect(page.getByRole('link', { name: loan.title, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: other.title, exact: true })).toHaveCount(0)
  await open.click()
  await expect(panel.getByRole('button', { name: 'Vermont' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/location=VT/)
})

testOnPhone(
  'the filter panel includes the states, and applies a chosen state together with other filters',
  async ({ page, lender: _lender }) => {
    await page.goto('/loans')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const panel = page.getByRole('dialog', { name: 'Filters' })
    await panel.getByText('Choose a State').click()
    await panel.getByRole('button', { name: 'Georgia' }).click()
    await expect(panel.getByLabel('Location')).toHaveValue('GA')
    await panel.getByRole('button', { name: 'Show Loans' }).click()
    await expect(page).toHaveURL(/location=GA/)
  },
)
