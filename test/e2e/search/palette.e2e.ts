/** The search in the top bar, which finds loans, documents, people, pages, and actions. */
import { readFile } from 'node:fs/promises'
import { endAnimations } from '#test/e2e/support/screen.ts'
import { violationsIn } from '#test/e2e/support/axe.ts'
import { expect, test, testOnPhone, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or Jump To' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const heading = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()

test('a lender opens a sample loan from any page in four keystrokes', async ({
  lenderPage: page,
}) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('k')
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await heading(page, 'Kenwood Row Shops')
  await page.keyboard.press('Control+k')
  await expect(group(page, 'Recent').getByRole('option')).toContainText(['Kenwood Row Shops'])
})

test('in the search, arrow keys move through groups that screen readers announce, and Escape returns to the page', async ({
  lenderPage: page,
  desk,
}) => {
  const mark = uniqueTitle('Weald')
  const first = await desk.makeLoan({ title: `${mark} A`, borrowerName: 'Clerk LLC' })
  const second = await desk.makeLoan({ title: `${mark} B` })
  await desk.makeLoan({ title: `${mark} C`, isDraft: 'true' })
  await page.goto('/commitments')
  const button = page.getByRole('button', { name: 'Search or jump to…' })
  await button.click()
  await expect(field(page)).toBeFocused()
  await expect(group(page, 'Acts').getByRole('option')).toHaveText(['Keyboard Shortcuts'])
  await expect(group(page, 'Pages').getByRole('option', { name: 'Settings' })).toBeHidden()
  await page.keyboard.type(mark)
  const loans = group(page, 'Loans').getByRole('option')
  await expect(loans).toHaveText([
    new RegExp(`${mark} A.*Clerk LLC.*Open`),
    new RegExp(`${mark} B`),
  ])
  await expect(loans.first()).toHaveAttribute('aria-selected', 'true')
  await expect(palette(page).getByRole('status')).toHaveText('2 results')
  await expect(palette(page)).toMatchAriaSnapshot(`
    - combobox "Search or jump to" [expanded]
    - listbox "Results":
      - group "Loans":
        - text: Loans
        - option /${mark} A/ [selected]
        - option /${mark} B/
    - status: 2 results
  `)
  expect(await violationsIn(palette(page))).toEqual([])
  await page.keyboard.press('ArrowDown')
  const { id } = await loans.last().evaluate((option) => ({ id: option.id }))
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(`${mark} B`)
  await page.keyboard.press('Enter')
  await heading(page, second.title)
  await page.goBack()
  await heading(page, 'My Commitments')
  await page.goto(`/loans/${first.id}`)
})

test('the search shows a message if nothing matches or the request fails, and a retry shows the results', async ({
  lenderPage: page,
}) => {
  await page.goto('/help')
  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await page.keyboard.type('zebra crossing')
  await expect(palette(page).getByText('Nothing matches “zebra crossing”.')).toBeVisible()
  await page.route('**/api/search**', (route) => route.abort())
  await field(page).fill('dash')
  await expect(palette(page).getByRole('alert')).toContainText('The server cannot be reached')
  // Searching for pages doesn't require the server.
  await expect(palette(page).getByRole('option', { name: 'Dashboard' })).toBeVisible()
  expect(await violationsIn(palette(page))).toEqual([])
  await page.unroute('**/api/search**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(palette(page).getByRole('alert')).toBeHidden()
})

test("a loan's actions in the search open their dialogs without adding history entries", async ({
  desk,
}) => {
  const loan = await desk.makeLoan()
  const page = await desk.openAs(desk.admin)
  await page.goto('/loans')
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  for (const [words, name] of [
    ['commit to', 'Commit to Loan'],
    ['record', 'Record Commitment'],
    ['upload', 'Upload Files'],
    ['edit', 'Update Loan'],
    ['message', 'New Message'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await field(page).fill(words)
    await group(page, 'Acts').getByRole('option', { name: loan.title }).click()
    await expect(page.getByRole('dialog', { name }), words).toBeVisible()
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), words).toBeHidden()
  }
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/loans')
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Loans' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('create loan')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Loan' })).toBeVisible()
})

test("the search exports the loan's book, the loan list, and the exposure report", async ({
  desk,
}) => {
  const loan = await desk.makeLoan({ title: uniqueTitle('Mire') })
  const page = await desk.openAs(desk.admin)
  const exportNamed = async (words: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(words)
    await expect(group(page, 'Acts').getByRole('option')).toHaveText([name])
    await expect(palette(page).getByText('Enter to save')).toBeVisible()
    const saving = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const file = await saving
    await expect(palette(page)).toBeHidden()
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  await page.goto(`/loans/${loan.id}`)
  await expect(page.getByRole('heading', { level: 1, name: loan.title })).toBeVisible()
  const book = await exportNamed('export book csv', /^Export Book of/)
  expect(book.name).toMatch(/\.csv$/)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await page.goto(`/loans?search=${encodeURIComponent(loan.title)}`)
  await expect(page.getByRole('link', { name: loan.title }).first()).toBeVisible()
  const listed = await exportNamed('export listed csv', /^Export Listed Loans/)
  expect(listed.text.trim().split('\n')).toHaveLength(2)
  expect(listed.text).toContain(loan.title)
  const exposure = await exportNamed('export exposure pdf', /^Export Exposure/)
  expect(exposure.name).toMatch(/\.pdf$/)
})

test('an administrator finds drafts, lenders, and companies in the search', async ({ desk }) => {
  const mark = uniqueTitle('Vane')
  const draft = await desk.makeLoan({ title: mark, isDraft: 'true' })
  const lender = await desk.makeLender({ firstName: 'Ottoline', lastName: mark })
  await lender.call('updateProfile', { body: { companyName: `${mark} & Partners` } })
  const page = await desk.openAs(desk.admin)
  await page.goto('/help')
  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await field(page).fill(mark)
  await expect(group(page, 'Loans').getByRole('option')).toHaveText([
    new RegExp(`${draft.title}.*Draft`),
  ])
  await expect(group(page, 'Lenders').getByRole('option')).toContainText([`Ottoline ${mark}`])
  await group(page, 'Companies').getByRole('option').click()
  await expect(page).toHaveURL(/tab=users&search=/)
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue(
    `${mark} & Partners`,
  )
})

testOnPhone(
  'on a phone, the search fills the screen and opens the tapped result',
  async ({ lenderPage: page, desk }) => {
    const loan = await desk.makeLoan({ title: uniqueTitle('Kelp') })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Search or jump to…' }).tap()
    await expect(field(page)).toBeFocused()
    await endAnimations(page)
    const box = await palette(page).boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, width: 360 })
    expect(await violationsIn(palette(page))).toEqual([])
    await field(page).fill(loan.title)
    await palette(page).getByRole('option', { name: loan.title }).tap()
    await heading(page, loan.title)
  },
)
