/** A document opens beside the loan's page, or over it where the window has no room for both. */
import { expect, test, testOnPhone, type Desk, type Page } from '#test/e2e/support/desk.ts'
import { hold } from '#test/e2e/support/hold.ts'
import { letDocumentsOpen } from '#test/e2e/support/documents.ts'
import { sidewaysScroll } from '#test/e2e/support/screen.ts'
import { register } from '#test/e2e/support/uploads.ts'

const appraisal = 'Appraisal.pdf'
const terms = 'Summary of Terms.pdf'

/** Opens the page of a loan with two documents. */
async function openLoan(page: Page, desk: Desk) {
  await letDocumentsOpen(page)
  const loan = await desk.makeLoan({ summary: 'Two docks and a yard.' })
  await register(desk, 'document', loan.id, appraisal)
  await register(desk, 'document', loan.id, terms)
  await page.goto(`/loans/${loan.id}`)
  await expect(nameOf(page, terms)).toBeVisible()
  return loan
}

const nameOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const panels = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.locator('iframe') })
const size = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })
const widthOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width)

test('a document opens beside the page, which stays in use', async ({ lenderPage: page, desk }) => {
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
  // The page has less room, in which nothing is cut off, and what was pressed stays below the pointer.
  await expect.poll(() => widthOf(page)).toBeLessThan(wide - 400)
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await expect
    .poll(async () =>
      Math.abs(((await nameOf(page, appraisal).boundingBox())?.y ?? 0) - (before?.y ?? 0)),
    )
    .toBeLessThan(2)
  // It counts as opened while it is open.
  await expect(documents.getByText(/^You opened this on/)).toHaveCount(1)

  const sidebar = page.getByRole('button', { name: 'Toggle sidebar' })
  await expect(sidebar).toHaveAttribute('aria-expanded', 'false')
  // In one column, the bar at the bottom commits where the button above is out of sight.
  const bar = page.getByRole('button', { name: `Commit to ${title}` })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(bar).toBeVisible()
  const commit = page.getByRole('button', { name: 'Commit to This Loan' })
  await commit.scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await commit.click()
  await expect(dialogOf(page, 'Commit to Loan')).toBeVisible()
  // The dialog closes first, and the panel only then.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(commit).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  // The focus was on the page, and stays there.
  await expect(commit).toBeFocused()
  await expect.poll(() => widthOf(page)).toBe(wide)
  await expect(sidebar).toHaveAttribute('aria-expanded', 'true')
})

test('opening a document focuses its close button, and closing it the name again', async ({
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

test('Escape closes a tooltip before the document @long', async ({ lenderPage: page, desk }) => {
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await page.getByRole('button', { name: 'Toggle sidebar' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(panelOf(page, appraisal)).toBeVisible()
})

test('another document takes the place of the first, and Back leads to the page before @long', async ({
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
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(panels(page)).toHaveCount(0)
})

test('the document is over the page where the window becomes too narrow for both @long', async ({
  lenderPage: page,
  desk,
}) => {
  await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  // A page that is printed is the loan's.
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

test('a document stays where it was read when the window gets another width @long', async ({
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

test('what a document is over rests until it is closed @long', async ({
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

testOnPhone('on a phone a document opens over the page', async ({ lenderPage: page, desk }) => {
  const loan = await openLoan(page, desk)
  await nameOf(page, appraisal).tap()
  const dialog = dialogOf(page, appraisal)
  await expect(dialog.locator('iframe')).toHaveAttribute('src', /^\/objects\//)
  await expect(dialog.getByRole('link', { name: 'Open in a New Tab' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(page.getByText(/^You opened this on/)).toHaveCount(1)
})

test('a document that is closed before it is on record that it was opened says so soon @long', async ({
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

test('a document that is deleted closes @long', async ({ desk }) => {
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
