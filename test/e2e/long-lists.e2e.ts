/** An installation of realistic size: 5,000 loans, 500 lenders, and a book of 400 commitments. */
import { expect, test as base, type Page } from '@playwright/test'
import { chooseFromMore, chooseOption, logIn, expectReceipt } from './support/screen.ts'
import { openBigDesk, type BigDesk } from './support/big-desk.ts'

const test = base.extend<{ openAs: (who: 'admin' | 'lender') => Promise<Page> }, { big: BigDesk }>({
  big: [
    async ({}, use) => {
      const big = await openBigDesk()
      await use(big)
      await big.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  openAs: async ({ browser, big }, use) => {
    const failed: string[] = []
    const context = await browser.newContext({ baseURL: big.address })
    context.on('response', (response) => {
      if (response.status() >= 500) failed.push(`${response.status()} ${response.url()}`)
    })
    await use(async (who) => {
      const page = await context.newPage()
      await logIn(page, big[who], big.password)
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      return page
    })
    await context.close()
    expect(failed).toEqual([])
  },
})

// Run all tests in this file in one worker, because each worker would fill another database.
test.describe.configure({ mode: 'default' })

const rows = (page: Page, table: string) =>
  page.getByRole('region', { name: table, exact: true }).locator('tbody tr')
const loans = (page: Page) => rows(page, 'Loans')

test('with 5,000 loans, a lender browses, searches, filters, and commits', async ({
  openAs,
  big,
}) => {
  const page = await openAs('lender')
  await test.step('the dashboard shows the totals of all loans', async () => {
    await expect(page.getByText('5,000').or(page.getByText('5000')).first()).toBeVisible()
  })

  await test.step('Load More adds loans to the list', async () => {
    await page.goto('/loans')
    await expect(loans(page)).toHaveCount(24)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(loans(page)).toHaveCount(48)
  })

  await test.step("going back restores the list's rows and scroll position", async () => {
    const place = () => page.evaluate(() => window.scrollY)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(place).toBeGreaterThan(1_000)
    const before = await place()
    await loans(page).last().getByRole('link', { name: /^View/ }).click()
    await expect(page.getByText('Funding Progress')).toBeVisible()
    await page.goBack()
    await expect(loans(page)).toHaveCount(48)
    await expect.poll(place).toBe(before)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
    await page.getByRole('link', { name: 'Browse Loans', exact: true }).first().click()
    await expect(loans(page)).toHaveCount(48)
    expect(await place()).toBe(0)
  })

  await test.step('a search for a rare word, or for two letters without a match, runs on the server', async () => {
    const search = page.getByRole('searchbox', { name: 'Search loans' })
    await search.fill('zephyr')
    await expect(loans(page).first()).toContainText('Zephyr')
    await expect(loans(page)).toHaveCount(5)
    await search.fill('qx')
    await expect(page.getByText('No loans available')).toBeVisible()
    await search.fill('Zephyr')
    await page.getByLabel('Status').selectOption({ label: 'Funded' })
    await expect(loans(page).first()).toContainText('Fully Funded')
    await page.getByLabel('Property type').selectOption({ label: 'Multifamily' })
    await expect(page).toHaveURL(/search=Zephyr.*status=funded/)
  })

  await test.step('a commitment to a loan found by its number appears first in the history', async () => {
    await page.goto('/loans?search=4991')
    await expect(loans(page)).toHaveCount(1)
    await page.getByRole('button', { name: /^Commit to/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm Commitment' }).click()
    await expectReceipt(page)
    await page.goto('/commitments?view=history')
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Yard|Works|Plaza/ })
        .first(),
    ).toHaveText('Harbor Yard 4991')
  })

  await test.step('earlier messages load above the visible messages, which stay in view', async () => {
    await page.goto(`/loans/${big.firstLoanId}`)
    const box = page.getByRole('log', { name: 'Messages' })
    const messages = box.getByRole('listitem')
    const earlier = box.getByRole('button', { name: 'Load Earlier Messages' })
    for (const [shown, first] of [
      [50, 67],
      [100, 17],
    ] as const) {
      await expect(messages).toHaveCount(shown)
      const question = box.getByText(`Earlier question ${first}`, { exact: true })
      await expect(messages.first()).toContainText(`Earlier question ${first}`)
      await earlier.click()
      await expect(messages).not.toHaveCount(shown)
      await expect(question).toBeInViewport()
    }
    await expect(messages).toHaveCount(116)
    await expect(box.getByText('Earlier question 1', { exact: true })).toBeAttached()
    await expect(earlier).toBeHidden()
  })
})

test('an administrator finds users and audit entries and reads a book of 400 commitments', async ({
  openAs,
  big,
}) => {
  const page = await openAs('admin')
  await test.step('users are listed page by page and found by a server-side search', async () => {
    await page.goto('/admin?tab=users')
    await expect(rows(page, 'Users')).toHaveCount(50)
    // Search only in this region, because the invitations below the list also have a Load More button.
    const users = page.getByRole('region', { name: 'Platform Users' })
    await users.getByRole('button', { name: 'Load More' }).click()
    await expect(rows(page, 'Users')).toHaveCount(100)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('lender321@')
    await expect(rows(page, 'Users')).toHaveCount(1)
    await expect(rows(page, 'Users')).toContainText('lender321@example.com')
    await page.getByRole('tab', { name: /^Pending Approvals/ }).click()
    await expect(rows(page, 'Users awaiting approval')).toHaveCount(50)
  })

  await test.step("the audit trail can be filtered by a person's name", async () => {
    await page.goto('/admin/audit?person=brook123')
    await expect(page.getByRole('row').filter({ hasText: 'Brook123' }).first()).toBeVisible()
    await page.goto('/admin/audit?person=nobody+at+all')
    await expect(page.getByText('No entries match')).toBeVisible()
  })

  await test.step('a long book opens with its totals and loads more rows on request', async () => {
    await page.goto(`/loans/${big.firstLoanId}/book`)
    await expect(rows(page, 'Lenders')).toHaveCount(500)
    await expect(rows(page, 'Indications and Commitments')).toHaveCount(100)
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('400%')
    await page.getByRole('button', { name: 'Load More' }).last().click()
    await expect(rows(page, 'Indications and Commitments')).toHaveCount(200)
  })

  await test.step('a commitment is recorded for a lender found by a server-side search', async () => {
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await chooseOption(dialog.getByRole('combobox', { name: 'Lender' }), 'lender499@')
    await expect(dialog).toContainText('holds nothing in this loan yet')
    await dialog.getByLabel('As instructed by').fill('Their letter')
    await dialog.getByRole('button', { name: 'Record Commitment' }).click()
    await expect(rows(page, 'Lenders').filter({ hasText: 'Brook499' })).toContainText('Binding')
  })

  await test.step('printing a book first loads all of its rows', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true')
    })
    await chooseFromMore(page, 'Print')
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'true', { timeout: 60_000 })
    await expect(rows(page, 'Indications and Commitments')).toHaveCount(401)
  })
})
