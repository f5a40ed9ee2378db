import {
  appraisal,
  letDocumentsOpen,
  openLoan,
  nameOf,
  panelOf,
  dialogOf,
  panels,
  size,
} from '#test/e2e/support/documents.ts'
import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
import { sidewaysScroll } from '#test/e2e/support/screen.ts'

const widthOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width)

test('a document opens next to the page, which stays usable', async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1440)
  const { title } = await openLoan(page, desk)
  const documents = page.getByRole('region', { name: 'Loan Documents' })
  const wide = await widthOf(page)
  const before = await nameOf(page, appraisal).boundingBox()
  await nameOf(page, appraisal).click()

  const panel = panelOf(page, appraisal)
  await expect(panel.getByRole('heading', { level: 2, name: appraisal })).toBeVisible()
  await expect(panel.locator('iframe')).toHaveAttribute('src', /^\/objects\//)
  const tab = panel.getByRole('link', { name: 'Open in a New Tab' })
  await expect(tab).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(nameOf(page, appraisal)).toHaveAttribute('aria-current', 'true')
  // The narrower page doesn't cut off its content, and the clicked control stays under the pointer.
  await expect.poll(() => widthOf(page)).toBeLessThan(wide - 400)
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await expect
    .poll(async () =>
      Math.abs(((await nameOf(page, appraisal).boundingBox())?.y ?? 0) - (before?.y ?? 0)),
    )
    .toBeLessThan(2)
  await expect(documents.getByText(/^You opened this on/)).toHaveCount(1)

  const sidebar = page.getByRole('button', { name: 'Toggle sidebar' })
  await expect(sidebar).toHaveAttribute('aria-expanded', 'false')
  const bar = page.getByRole('button', { name: `Commit to ${title}` })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(bar).toBeVisible()
  const commit = page.getByRole('button', { name: 'Commit to This Loan' })
  await commit.scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await commit.click()
  await expect(dialogOf(page, 'Commit to Loan')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(commit).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(commit).toBeFocused()
  await expect.poll(() => widthOf(page)).toBe(wide)
  await expect(sidebar).toHaveAttribute('aria-expanded', 'true')
})

test('the panel shows how many documents a lender read and, to administrators, how many holders opened the document', async ({
  lenderPage: page,
  desk,
  lender,
}) => {
  const loan = await openLoan(page, desk)
  await desk.makeCommitment(lender, loan)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toContainText(/1 of 2 read · PDF · \w+ \d+, \d{4} · \d/)
  const own = await desk.openAs(desk.admin)
  await letDocumentsOpen(own)
  await own.goto(`/loans/${loan.id}`)
  await nameOf(own, appraisal).click()
  await expect(panelOf(own, appraisal)).toContainText('Opened by 1 of 1 holder · PDF')
})

test('opening a document focuses its close button, and closing the document returns focus to its link', async ({
  lenderPage: page,
  desk,
}) => {
  await openLoan(page, desk)
  const panel = panelOf(page, appraisal)
  const close = panel.getByRole('button', { name: 'Close' })
  await nameOf(page, appraisal).press('Enter')
  await expect(close).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(nameOf(page, appraisal)).toBeFocused()

  await nameOf(page, appraisal).click()
  await close.click()
  await expect(panel).toHaveCount(0)
  await expect(nameOf(page, appraisal)).toBeFocused()
  await expect(nameOf(page, appraisal)).not.toHaveAttribute('aria-current')

  await nameOf(page, appraisal).click()
  await expect(panel).toBeVisible()
  await page.getByRole('link', { name: 'Back to Loans' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Loans' })).toBeVisible()
  await expect(panels(page)).toHaveCount(0)
})

testOnPhone('on a phone, a document covers the page', async ({ lenderPage: page, desk }) => {
  const loan = await openLoan(page, desk)
  await nameOf(page, appraisal).tap()
  const dialog = dialogOf(page, appraisal)
  await expect(dialog.locator('iframe')).toHaveAttribute('src', /^\/objects\//)
  await dialog.getByRole('button', { name: 'More' }).tap()
  await expect(page.getByRole('menuitem', { name: 'Open in a New Tab' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(page.getByText(/^You opened this on/)).toHaveCount(1)
})
