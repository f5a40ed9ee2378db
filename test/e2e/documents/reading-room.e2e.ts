/** The loan page's URL identifies the open document and its page. */
import { writeXlsx } from 'hucre/xlsx'
import { violationsIn } from '#test/e2e/support/axe.ts'
import { expect, test, testOnPhone, type Page } from '#test/e2e/support/desk.ts'
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
import { addPaper, papers } from '#test/e2e/support/papers.ts'

const rents = Array.from({ length: 100 }, (_, row) => [`Unit ${row + 1}`, 1201 + row])

const message = (page: Page) => page.getByLabel('Your message')

test("going back closes a document, and a document's URL opens it at the same page", async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1440)
  const loan = await openLoan(page, desk)
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await expect(page).toHaveURL(/\?document=[0-9a-f-]+$/)
  await panelOf(page, appraisal).getByRole('textbox', { name: 'Page' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?document=[0-9a-f-]+&page=3$/)
  const frame = panelOf(page, appraisal).locator('iframe')
  await expect(frame).toHaveAttribute('src', /#page=3&/)
  const address = page.url()
  await page.goBack()
  await expect(panels(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await expect(nameOf(page, appraisal)).toBeFocused()
  await page.goForward()
  await expect(frame).toHaveAttribute('src', /#page=3&/)

  await page.goto('/dashboard')
  await page.goto(address)
  await expect(frame).toHaveAttribute('src', /#page=3&/)
  await page.keyboard.press('Escape')
  await expect(panels(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/loans/${loan.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('the document panel opens the next document and counts the opened documents', async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1440)
  await openLoan(page, desk)
  const order = await page
    .getByRole('region', { name: 'Loan Documents' })
    .getByRole('link', { name: /\.pdf$/ })
    .filter({ hasNotText: 'Download' })
    .allTextContents()
  const [first = '', second = ''] = order.filter((name) => [appraisal, terms].includes(name))
  await nameOf(page, first).click()
  const next = page.getByRole('button', { name: 'Next Document' })
  await expect(page.getByText('1 of 2 read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous Document' })).toBeDisabled()
  expect(await violationsIn(panelOf(page, first))).toEqual([])
  await next.click()
  await expect(panelOf(page, second)).toBeVisible()
  await expect(next).toBeFocused()
  await expect(next).toBeDisabled()
  await expect(page.getByText('2 of 2 read')).toBeVisible()
  // Going back once closes the panel, however many documents were opened.
  await page.goBack()
  await expect(panels(page)).toHaveCount(0)
  await expect(nameOf(page, second)).toBeFocused()
})

test("a question asked from a document begins with the document's name and the page", async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1440)
  await openLoan(page, desk)
  await message(page).fill('Two questions.')
  await nameOf(page, appraisal).click()
  await panelOf(page, appraisal).getByRole('textbox', { name: 'Page' }).fill('3')
  await page.getByRole('button', { name: 'Ask about This Page' }).click()
  await expect(message(page)).toBeFocused()
  await expect(message(page)).toHaveValue('Two questions.\nAppraisal, p. 3: ')
  await page.keyboard.type('why 6.5%?')
  await expect(message(page)).toHaveValue('Two questions.\nAppraisal, p. 3: why 6.5%?')
  await expect(panelOf(page, appraisal)).toBeVisible()
})

test("the document panel offers a download for a file that the browser can't display", async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1440)
  const loan = await openLoan(page, desk)
  await addPaper(desk, loan.id, { ...papers.docx, name: 'Guaranty.docx' })
  await page.reload()
  await nameOf(page, appraisal).click()
  await expect(panelOf(page, appraisal)).toBeVisible()
  await nameOf(page, 'Guaranty.docx').click()
  const panel = panelOf(page, 'Guaranty.docx')
  await expect(panel.getByText("This file can't be shown here")).toBeVisible()
  await expect(nameOf(page, appraisal)).not.toHaveAttribute('aria-current')
  expect(await violationsIn(panel)).toEqual([])
  await expect(panel.getByRole('link', { name: /^Download Guaranty\.docx/ })).toHaveAttribute(
    'href',
    /^\/objects\//,
  )
})

test('a spreadsheet shows its sheets as tabs, and a question names the sheet', async ({
  lenderPage: page,
  desk,
}) => {
  await size(page, 1440)
  const loan = await openLoan(page, desk)
  const buffer = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Units', rows: [['Unit', 'Rent'], ...rents] },
        { name: 'Notes', rows: [['Roof replaced in 2024']] },
      ],
    }),
  )
  await addPaper(desk, loan.id, { ...papers.xlsx, buffer })
  await page.reload()
  await nameOf(page, papers.xlsx.name).click()
  const panel = panelOf(page, papers.xlsx.name)
  await expect(panel.getByRole('cell', { name: '1201', exact: true })).toBeVisible()
  await expect(page.getByText('1 of 3 read')).toBeVisible()
  expect(await violationsIn(panel)).toEqual([])
  // The header remains visible while the rows scroll.
  await panel.getByRole('cell', { name: '1300', exact: true }).scrollIntoViewIfNeeded()
  await expect(panel.getByRole('columnheader', { name: 'Rent' })).toBeInViewport()
  await panel.getByRole('tab', { name: 'Notes' }).click()
  await expect(panel.getByText('Roof replaced in 2024')).toBeVisible()
  await expect(page).toHaveURL(/&page=2$/)
  await page.getByRole('button', { name: 'Ask about This File' }).click()
  await expect(message(page)).toHaveValue('Rent Roll, sheet Notes: ')
  await page.reload()
  await expect(panel.getByText('Roof replaced in 2024')).toBeVisible()
})

testOnPhone(
  "on a phone, a document's header fits on one line, and going back closes the document",
  async ({ lenderPage: page, desk }) => {
    const loan = await openLoan(page, desk)
    await nameOf(page, appraisal).tap()
    const dialog = dialogOf(page, appraisal)
    await expect(dialog).toBeVisible()
    const head = await dialog.getByRole('heading', { level: 2 }).boundingBox()
    const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
    expect(head?.height).toBeLessThan(24)
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(await violationsIn(dialog)).toEqual([])
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(`/loans/${loan.id}`)
    await nameOf(page, appraisal).tap()
    await dialog.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Ask about This Page' }).tap()
    await expect(dialog).toHaveCount(0)
    await expect(message(page)).toBeFocused()
    await expect(message(page)).toHaveValue('Appraisal: ')
    await expect(message(page)).toBeInViewport()
  },
)
