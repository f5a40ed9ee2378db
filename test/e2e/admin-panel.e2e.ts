import { spec } from '#test/support/requirements.ts'
import { expect, test, testOnPhone } from './support/desk.ts'
import { createLoan, openForm, openPanel } from './support/panel.ts'
import { endAnimations, sidewaysScroll } from './support/screen.ts'

test("the administrator panel's URL selects the tab, and arrow keys switch between tabs", async ({
  page,
  desk,
}) => {
  spec('2.11.2', '2.11.4')
  await openPanel(page, desk.admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Manage loans, users, and platform settings')).toBeVisible()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(6)
  const names = ['Manage Loans', 'Documents', 'Photos', 'Notifications', 'Manage Users', 'Pending']
  for (const [index, name] of names.entries())
    await expect(tabs.nth(index)).toHaveAccessibleName(new RegExp(`^${name}`))
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/admin?tab=documents')
  await page.keyboard.press('End')
  await expect(page).toHaveURL('/admin?tab=pending')
  await expect(page.getByRole('tabpanel')).toContainText('Pending Approvals')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Pending Approvals' })).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(/^Pending Approvals/)
  await page.goto('/admin?tab=nonsense')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Manage Loans')
  await page.goBack()
  await expect(page.getByRole('tabpanel')).toContainText('Pending Approvals')
})

test("the panel's cards and tabs show counts, and the tabs still work if the counts fail to load", async ({
  page,
  desk,
}) => {
  spec('2.11.3', '2.11.5')
  await test.step("the panel's cards and tabs show counts, and an empty tab shows no number", async () => {
    const summary = {
      users: 1234,
      pendingUsers: 3,
      loans: 5,
      documents: 0,
      photos: 2,
      unreadNotifications: 4,
    }
    await page.route('**/api/admin/summary', (route) => route.fulfill({ json: summary }))
    await openPanel(page, desk.admin)
    const cards = page.getByRole('region', { name: 'Summary' })
    for (const figure of ['1,234', '5', '4'])
      await expect(cards.getByText(figure, { exact: true })).toBeVisible()
    await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName('Manage Loans')
    const tabs = page.getByRole('tab')
    for (const [index, text] of [
      'Manage Loans',
      'Documents',
      'Photos2',
      'Notifications4',
      'Manage Users',
      'Pending Approvals3',
    ].entries())
      await expect(tabs.nth(index)).toHaveText(text)
    await page.unroute('**/api/admin/summary')
  })

  await test.step('loading the summary counts can be retried after a failure, and the tabs work in the meantime', async () => {
    const summary = page.getByRole('region', { name: 'Summary' })
    for (const [name, subtitle] of [
      ['Total Users', 'Registered lenders on platform'],
      ['Total Loans', 'Available opportunities'],
      ['Notifications', 'Unread notifications'],
    ] as const) {
      await expect(summary.getByRole('heading', { name })).toBeVisible()
      await expect(summary).toContainText(subtitle)
    }
    await page.route('**/api/admin/summary', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText("The figures couldn't be loaded")
    await expect(page.getByRole('button', { name: createLoan })).toBeVisible()
    await page.unroute('**/api/admin/summary')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(summary).toContainText(/Total Loans\d/)
  })
})

testOnPhone(
  'on a phone, buttons are at least 44 px high and no page scrolls sideways',
  async ({ page, desk }) => {
    const loan = await desk.makeLoan()
    await openPanel(page, desk.admin, loan.title)
    const buttons = [
      page.getByRole('button', { name: createLoan }),
      page.getByRole('button', { name: `Actions for ${loan.title}` }),
      page.getByRole('tab', { name: 'Manage Loans' }),
    ]
    for (const button of buttons)
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: `Actions for ${loan.title}` }).click()
    for (const action of ['Open Book', 'Edit', 'Delete'])
      await expect(page.getByRole('menuitem', { name: action })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Pending Approvals' }).click()
    await expect(page).toHaveURL('/admin?tab=pending')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.goBack()
    const dialog = await openForm(page, createLoan)
    await endAnimations(page)
    expect((await dialog.boundingBox())?.width).toBe(360)
    await expect(dialog.getByRole('button', { name: 'Create Loan' })).toBeInViewport()
  },
)
