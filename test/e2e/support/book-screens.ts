import { expect, type Desk, type Page } from './desk.ts'
import { sampleLoan } from './loan-screens.ts'
import { chooseForLine, openWhole } from './screen.ts'
import type { Screen } from './screens.ts'
import { showReadings } from './used-desk.ts'

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
      await showReadings(page)
      await openBook(page, desk)
      await expect(page.getByText('Opened by 1 of 5 holders')).toBeVisible()
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
      await lender.selectOption({ label: 'Priya Raman (priya.raman@stonegate-credit.example)' })
      await expect(page.getByRole('dialog')).toContainText('Priya Raman already holds')
    },
  },
  'book-remind': {
    title: "Remind those who haven't opened a document",
    who: 'admin',
    isOverlay: true,
    async open(page, desk) {
      await openBook(page, desk)
      await page
        .getByRole('button', { name: /^Remind \d/ })
        .first()
        .click()
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
