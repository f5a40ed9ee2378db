import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { hold } from '#test/e2e/support/screen.ts'
import {
  appraisal,
  dialogOf,
  nameOf,
  openLoan,
  panelOf,
  panels,
  size,
  terms,
} from '#test/e2e/support/documents.ts'
import { papers, uploadAndDownload } from '#test/e2e/support/papers.ts'
import { openTab, register } from '#test/e2e/support/uploads.ts'
import { spec } from '#test/support/requirements.ts'

const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody').getByRole('row')

const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

for (const paper of [papers.docx, papers.xlsx])
  test(`a lender downloads the uploaded ${paper.label} unchanged`, ({ page, desk }) =>
    uploadAndDownload(page, desk, paper))

test('documents and photos are listed even if many newer loans have none', async ({
  page,
  desk,
}) => {
  spec('2.11.14')
  const loan = await desk.makeLoan()
  await register(desk, 'document', loan.id, 'Old Appraisal.pdf')
  await register(desk, 'photo', loan.id, 'Old Front.jpg')
  await Promise.all(Array.from({ length: 25 }, () => desk.makeLoan()))
  await openTab(page, desk, 'document')
  await expect(rowOf(page, loan.title)).toContainText('Old Appraisal.pdf')
  await openTab(page, desk, 'photo')
  await expect(page.getByRole('listitem').filter({ hasText: loan.title })).toContainText(
    'Old Front.jpg',
  )
})

test('Escape closes an open tooltip before it closes the document', async ({
  lenderPage: page,
  desk,
}) => {
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await page.getByRole('button', { name: 'Toggle sidebar' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(panelOf(page, appraisal)).toBeVisible()
})

test('opening another document replaces the open one, and Back closes the document before leaving the page', async ({
  lenderPage: page,
  desk,
}) => {
  await page.goto('/dashboard')
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await nameOf(page, terms).click()
  const panel = panelOf(page, terms)
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(panels(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(nameOf(page, terms)).toBeFocused()

  await nameOf(page, terms).click()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panels(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(panels(page)).toHaveCount(0)
})

test('an open document covers the page when the window becomes too narrow to show both', async ({
  lenderPage: page,
  desk,
}) => {
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(panelOf(page, appraisal)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await size(page, 1279)
  await expect(dialogOf(page, appraisal).locator('iframe')).toBeVisible()
  await expect(panels(page)).toHaveCount(0)
  await size(page, 1280)
  await expect(panelOf(page, appraisal)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await size(page, 1024)
  await expect(dialogOf(page, appraisal).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(nameOf(page, appraisal)).toBeFocused()
})

test("a document keeps its scroll position when the window's width changes", async ({
  lenderPage: page,
  desk,
}) => {
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  const heading = panelOf(page, appraisal).locator('iframe').contentFrame().getByRole('heading')
  await heading.evaluate((element) => (element.textContent = 'Page 7'))
  await size(page, 1024)
  const inDialog = dialogOf(page, appraisal).locator('iframe').contentFrame()
  await expect(inDialog.getByRole('heading', { name: 'Page 7' })).toBeVisible()
  await size(page, 1280)
  await expect(panelOf(page, appraisal)).toBeVisible()
  await expect(heading).toHaveText('Page 7')
})

test("the page behind a document can't be focused or scrolled until the document is closed", async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1024)
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  const dialog = dialogOf(page, appraisal)
  const close = dialog.getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  for (const covered of [nameOf(page, terms), page.getByRole('button', { name: 'Log Out' })])
    await covered.focus()
  await expect(close).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('link', { name: 'Open in a New Tab' })).toBeFocused()
  const top = await page.evaluate(() => scrollY)
  await dialog.getByRole('heading').hover()
  await page.mouse.wheel(0, 400)
  await close.click()
  await expect(nameOf(page, appraisal)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(top)
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
})

test('a document closed before it finishes loading is marked as opened soon afterward', async ({
  lenderPage: page,
  desk,
}) => {
  await openLoan(page, desk)
  const release = await hold(page, '**/objects/**')
  await nameOf(page, appraisal).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  release()
  await expect(page.getByText(/^You opened this on/)).toHaveCount(1)
})

test('an open document closes when an administrator deletes it', async ({ desk }) => {
  const page = await desk.openAs(desk.admin)
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${terms}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(nameOf(page, terms)).toHaveCount(0)
  await expect(panelOf(page, appraisal)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${appraisal}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(panels(page)).toHaveCount(0)
})
