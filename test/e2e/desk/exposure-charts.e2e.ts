import { enter, expect, test, testOnPhone } from '#test/e2e/support/desk.ts'

testOnPhone(
  "the state tiles can be used with the keyboard to show amounts and list a state's loans",
  async ({ page, desk }) => {
    await enter(page.context(), desk.admin)
    const lender = await desk.makeLender()
    const [hawaii, alaska] = [
      await desk.makeLoan({ propertyAddress: '1 Sea Road, Hilo, HI 96720', amount: '1000000' }),
      await desk.makeLoan({ propertyAddress: '2 Ice Road, Nome, AK 99762', amount: '1000000' }),
    ]
    for (const loan of [hawaii, alaska]) await desk.makeCommitment(lender, loan)
    await page.goto('/admin/exposure')
    const states = page.getByRole('group', { name: 'Binding amount by state' })
    const tile = (name: string) =>
      states.getByRole('link', { name: new RegExp(`^${name} \\([A-Z]{2}\\), \\$`) })
    await tile('Alaska').focus()
    await expect(page.getByText(/^Alaska: \$[\d,.]+, [\d.]+%$/)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(tile('Alaska')).not.toBeFocused()
    await tile('Hawaii').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove State: HI' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeFocused()
    const loans = page.getByRole('region', { name: 'Loans', exact: true })
    await expect(loans.getByRole('link', { name: hawaii.title })).toBeVisible()
    await expect(loans.getByRole('link', { name: alaska.title })).toHaveCount(0)
  },
)

test('setting a limit marks the bars that exceed the limit, and removing the limit unmarks the bars', async ({
  page,
  desk,
}) => {
  await enter(page.context(), desk.admin)
  const lender = await desk.makeLender()
  // The property type's name is unique, because other tests share the server. The amount is large enough to be listed.
  const type = `Type ${lender.id.slice(0, 8)}`
  const loan = await desk.makeLoan({ propertyType: type, amount: '800000000' })
  await desk.makeCommitment(lender, loan, { percentage: '90' })
  await page.goto('/admin/exposure')
  const row = page
    .getByRole('table', { name: 'Concentration by property type' })
    .getByRole('row', { name: type })
  await expect(row).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Concentration Limits' })
  const limit = dialog.getByLabel('One property type (%)')
  const set = async (share: string) => {
    await page.getByRole('button', { name: 'Set Limits' }).click()
    await limit.fill(share)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await set('101')
  await expect(dialog.getByText('Enter a number above 0 and up to 100')).toBeVisible()
  await limit.fill('0.01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('over 0.01%')
  await expect(page.getByText('Property Type · limit 0.01%')).toBeVisible()
  await set('')
  await expect(dialog).toBeHidden()
  await expect(row).not.toContainText('over')
})

test('the weekly chart can be read with the keyboard and as a table', async ({ page, desk }) => {
  await enter(page.context(), desk.admin)
  await desk.makeCommitment(await desk.makeLender(), await desk.makeLoan())
  await page.goto('/admin/exposure')
  const card = page.getByRole('region', { name: 'Committed and Soft by Week' })
  const chart = card.getByRole('slider')
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /^Week from .+: \+\$[\d,.]+ committed, /)
  const newest = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '24')
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await chart.hover({ position: { x: 4, y: 60 } })
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('End')
  await expect(card.getByText(newest ?? '')).toBeVisible()
  await card.getByText('Show as Table').click()
  await expect(card.getByRole('table').getByRole('row')).toHaveCount(27)
})
