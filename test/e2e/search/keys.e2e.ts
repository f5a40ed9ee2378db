/** Single-key shortcuts, which users can turn off. */
import { violationsIn } from '#test/e2e/support/axe.ts'
import { expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
const list = (mark: string) => `/loans?search=${encodeURIComponent(mark)}&sort=amount`

test('pressing g and then another key opens a main page, including the administrator panel for administrators', async ({
  lenderPage: page,
  desk,
}) => {
  await page.goto('/help')
  await expect(heading(page, 'Help')).toBeVisible()
  for (const [key, title] of [
    ['l', 'Browse Loans'],
    ['c', 'My Commitments'],
    ['d', 'Dashboard'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(heading(page, title)).toBeFocused()
  }
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(sheet(page).getByText('Go to Admin Panel')).toBeHidden()

  const admin = await desk.openAs(desk.admin)
  await admin.goto('/help')
  await expect(heading(admin, 'Help')).toBeVisible()
  await admin.keyboard.press('g')
  await admin.keyboard.press('a')
  await expect(heading(admin, 'Admin Dashboard')).toBeFocused()
})

for (const view of ['table', 'grid'])
  test(`j and k move through the ${view}, and x, f, c, and Enter act on the focused loan`, async ({
    lenderPage: page,
    desk,
  }) => {
    const mark = uniqueTitle('Sill')
    for (const [place, amount] of ['1000000.00', '2000000.00', '3000000.00'].entries())
      await desk.makeLoan({ title: `${mark} ${place + 1}`, amount })
    await page.goto(`${list(mark)}&view=${view}`)
    const link = (n: number) => page.getByRole('link', { name: `${mark} ${n}`, exact: true })
    await expect(link(3)).toBeVisible()
    // Without a focused row, no loan is affected.
    for (const key of ['x', 'f', 'c']) await page.keyboard.press(key)
    await page.keyboard.press('j')
    await expect(link(1)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(link(2)).toBeFocused()
    const heart = (n: number) => page.getByRole('button', { name: `Favorite ${mark} ${n}` })
    // The heart is disabled until the favorites are loaded.
    await expect(heart(2)).toBeEnabled()
    await page.keyboard.press('f')
    await expect(heart(2)).toHaveAttribute('aria-pressed', 'true')
    await expect(heart(1)).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('x')
    await expect(page.getByRole('checkbox', { name: `Compare ${mark} 2` })).toBeChecked()
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Commit to Loan' })).toContainText(`${mark} 2`)
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(link(2)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, `${mark} 2`)).toBeFocused()
    await page.keyboard.press('f')
    await expect(heart(2)).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('button', { name: 'Commit to This Loan' })).toBeEnabled()
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Commit to Loan' })).toBeVisible()
  })

test('f and x act on the focused loan of the narrow list, whose menu has their buttons', async ({
  lenderPage: page,
  desk,
}) => {
  const { title } = await desk.makeLoan()
  await page.setViewportSize({ width: 600, height: 800 })
  await page.goto(list(title))
  await expect(page.getByRole('link', { name: `View ${title}` })).toBeVisible()
  // The control that f presses is disabled until the favorites are loaded.
  await expect(page.locator('[data-key=f]')).toBeEnabled()
  for (const key of ['j', 'f', 'x']) await page.keyboard.press(key)
  await expect(page.getByRole('img', { name: 'Favorite' })).toBeVisible()
  await page.getByRole('button', { name: `More: ${title}` }).click()
  const compare = page.getByRole('menuitemcheckbox', { name: 'Compare' })
  await expect(compare).toBeChecked()
})

test('a slash focuses the search field of a list or, on other pages, opens the global search', async ({
  lenderPage: page,
}) => {
  await page.goto('/loans')
  const field = page.getByRole('searchbox', { name: 'Search loans' })
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('/jkc?')
  await expect(field).toHaveValue('/jkc?')
  await page.goto('/profile')
  await expect(heading(page, 'Profile')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
})

test('single-key shortcuts can be turned off in the profile, but Ctrl + K always works', async ({
  lenderPage: page,
}) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Show Shortcuts' }).click()
  await expect(sheet(page)).toBeVisible()
  await expect(page).toHaveURL('/profile')
  expect(await violationsIn(sheet(page))).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  const choice = page.getByRole('checkbox', { name: 'Use shortcuts of single keys' })
  await choice.uncheck()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.focus()
  for (const key of ['?', '/', 'g', 'd']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await sheet(page).getByRole('checkbox', { name: 'Use shortcuts of single keys' }).check()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
})
