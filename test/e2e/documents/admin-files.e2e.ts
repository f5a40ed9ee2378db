import { expect, test, uniqueTitle, type Page } from '#test/e2e/support/desk.ts'
import { hold } from '#test/e2e/support/screen.ts'
import { openTab, register } from '#test/e2e/support/uploads.ts'
import { spec } from '#test/support/requirements.ts'

// Tests run in sequence, because later tests' documents would push earlier tests' documents off the first page.
test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody').getByRole('row')
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

test('Load More appends a page of files and moves focus to the first new file', async ({
  page,
  desk,
}) => {
  spec('2.11.14')
  const own = uniqueTitle('Quay')
  const loans = await Promise.all(
    Array.from({ length: 25 }, (_, number) => desk.makeLoan({ title: `${own} ${number}` })),
  )
  const [first, ...others] = loans.map(({ id }) => id)
  await register(desk, 'document', first ?? '', 'First.pdf')
  await Promise.all(others.map((id) => register(desk, 'document', id, 'Later.pdf')))
  await openTab(page, desk, 'document')
  const found = page.waitForResponse(/with-files\?.*search=.*limit=24/)
  await page.getByRole('searchbox', { name: 'Search documents' }).fill(own)
  await found
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(24)
  await expect(rowOf(page, 'First.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: /^Load More$/i }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(rows(page).last()).toContainText('First.pdf')
  await expect(page.getByRole('link', { name: /^View First\.pdf/ })).toBeFocused()
})

test('documents are found by file name or by loan, and the URL contains the search', async ({
  page,
  desk,
}) => {
  spec('2.11.15')
  const own = uniqueTitle('').trim()
  const pier = await desk.makeLoan()
  const quay = await desk.makeLoan({ title: `Quay ${own}` })
  await register(desk, 'document', pier.id, `Memo ${own}.pdf`)
  await register(desk, 'document', pier.id, 'Pier Survey.pdf')
  await register(desk, 'document', quay.id, 'Quay Survey.pdf')
  await openTab(page, desk, 'document')
  const search = page.getByRole('searchbox', { name: 'Search documents' })
  await search.fill(own)
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, 'Memo')).toContainText(pier.title)
  await expect(rowOf(page, 'Quay Survey')).toContainText(quay.title)
  const filter = page.getByRole('combobox', { name: 'Loan' })
  await expect(filter.getByRole('option')).toHaveText([
    'All Loans',
    `${quay.title} (${quay.borrowerName})`,
    `${pier.title} (${pier.borrowerName})`,
  ])
  await filter.selectOption(pier.id)
  await expect(rows(page)).toHaveText([/Memo/])
  await expect(page).toHaveURL(`/admin?tab=documents&search=${own}&loan=${pier.id}`)

  await page.goto(`/admin?tab=documents&loan=${pier.id}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(filter).toHaveValue(pier.id)
  await search.fill(`${own}%`)
  await expect(page.getByText('No matches', { exact: true })).toBeVisible()
  await expect(filter.getByRole('option', { selected: true })).toContainText(pier.title)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/admin?tab=documents')
  await expect(page.getByRole('heading', { name: 'Document Management' })).toBeFocused()
  await expect(rowOf(page, `Memo ${own}.pdf`)).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue(`${own}%`)
  await page.getByRole('tab', { name: 'Photos' }).click()
  await expect(page).toHaveURL('/admin?tab=photos')
})

test("other loans' documents stay listed when one loan's documents fail to load", async ({
  page,
  desk,
}) => {
  spec('7.29', '7.45')
  const own = uniqueTitle('').trim()
  const loan = await desk.makeLoan({ title: `Pier ${own}` })
  const other = await desk.makeLoan({ title: `Quay ${own}` })
  await register(desk, 'document', loan.id, 'Memo.pdf')
  await register(desk, 'document', other.id, 'Memo.pdf')
  const slow = await desk.makeLoan({ title: `Dock ${own}` })
  await register(desk, 'document', slow.id, 'Memo.pdf')
  const letLoad = await hold(page, `**/api/documents/loan/${slow.id}`)
  const one = `**/api/documents/loan/${loan.id}`
  await page.route(one, (route) => route.abort())
  await openTab(page, desk, 'document')
  await page.getByRole('searchbox', { name: 'Search documents' }).fill(own)
  await expect(rows(page)).toHaveCount(2)
  await expect(rowOf(page, other.title)).toContainText('Memo.pdf')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(
    /^The documents of Pier .* couldn't be loaded\. The server cannot be reached/,
  )
  await page.unroute(one)
  await page.getByRole('button', { name: `Retry ${loan.title}` }).click()
  await expect(rowOf(page, loan.title)).toContainText('Memo.pdf')
  await expect(alert).toHaveCount(0)
  letLoad()
  await expect(rowOf(page, slow.title)).toContainText('Memo.pdf')
  await expect(rowOf(page, loan.title).getByRole('link', { name: /^View/ })).toBeFocused()

  await page.route('**/api/documents/loan/*', (route) => route.abort())
  await page.reload()
  await expect(alert).toContainText("The documents of 3 loans couldn't be loaded.")
  await page.unroute('**/api/documents/loan/*')
  await page.getByRole('button', { name: 'Retry All' }).click()
  await expect(rows(page)).toContainText(['Memo.pdf', 'Memo.pdf', 'Memo.pdf'])
})
