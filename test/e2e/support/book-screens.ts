import { expect, type Desk, type Page } from './desk.ts'
import { sampleLoan } from './loan-screens.ts'
import { chooseForLine, chooseOption, openWhole } from './screen.ts'
import type { Screen } from './screens.ts'
import { showLenders } from './used-desk.ts'

async function openBook(page: Page, desk: Desk) {
  const loan = await sampleLoan(desk)
  await openWhole(page, `/loans/${loan.id}/book`)
  const name = `Book of ${loan.title}`
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

export const bookScreens: Record<string, Screen> = {
  book: {
    title: 'The book of a loan',
    who: 'admin',
    async open(page, desk) {
      await showLenders(page)
      await openBook(page, desk)
      await expect(page.getByRole('region', { name: 'Lenders' })).toContainText(/Reading \d\/\d/)
    },
    further: {
      async 'its lenders with soft interest, two of them selected'(page) {
        await page.getByRole('button', { name: /^\d+ soft$/ }).click()
        const boxes = page.getByRole('region', { name: 'Lenders' }).getByLabel(/^Select [A-Z]/)
        for (const at of [0, 1]) await boxes.nth(at).check()
        return page.getByRole('button', { name: 'Write to 2 Lenders' })
      },
    },
  },
  'book-record': {
    title: 'Record a commitment',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openBook(page, desk)
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      const lender = page.getByRole('dialog').getByRole('combobox', { name: 'Lender' })
      await chooseOption(lender, 'priya.raman@stonegate-credit.example')
      await expect(page.getByRole('dialog')).toContainText('Priya Raman already holds')
    },
  },
  'book-write': {
    title: 'Write to several lenders at once',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openBook(page, desk)
      await page.getByRole('button', { name: /^\d+ soft$/ }).click()
      await page.getByRole('button', { name: /^Write to \d/ }).click()
      await expect(page.getByRole('dialog')).toContainText('private message')
    },
  },
  'book-release': {
    title: 'Release a commitment',
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openBook(page, desk)
      await chooseForLine(page, 'Release', 'Priya Raman')
      await page.getByRole('button', { name: 'Release Commitment' }).click()
      await expect(page.getByText('Please give a reason')).toBeVisible()
    },
  },
  'book-firm-up': {
    title: "Make a lender's indication binding",
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openBook(page, desk)
      await chooseForLine(page, 'Make Binding', 'Elena Vasquez')
      await page.getByRole('button', { name: 'Make Binding' }).click()
      await expect(page.getByText('Please say who gave the instruction')).toBeVisible()
    },
  },
}
