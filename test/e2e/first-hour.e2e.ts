/** Counts each action of a new administrator and a new lender in their first hour in an empty installation. */
import { memoryFolder } from '#test/support/memory-folder.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { startProduct } from '#test/support/product.ts'
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, test, testOnPhone } from '#test/e2e/support/desk.ts'
import { expectToast } from '#test/e2e/support/screen.ts'

/** Counts each click and each completed field as one action. */
class Visitor {
  acts = 0
  readonly page: Page

  private constructor(page: Page) {
    this.page = page
  }

  static async arrive(browser: Browser, address: string) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(address)
    return new Visitor(page)
  }

  async click(target: Locator) {
    this.acts += 1
    await target.click()
  }

  async enter(fields: Record<string, string>, within: Page | Locator = this.page) {
    for (const [label, value] of Object.entries(fields)) {
      this.acts += 1
      await within.getByLabel(label, { exact: true }).fill(value)
    }
  }

  async go(to: string) {
    const link = this.page.getByRole('navigation', { name: 'Navigation' }).getByText(to)
    if ((this.page.viewportSize()?.width ?? 0) < 768)
      await this.click(this.button('Toggle sidebar'))
    await this.click(link)
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true }).first()
  link = (name: string | RegExp) => this.page.getByRole('link', { name, exact: true }).first()
  dialog = (name: string) => this.page.getByRole('dialog', { name })
}

const most = {
  'signs in': 4,
  'sets up the installation': 13,
  'saves the first loan as a draft': 6,
  'adds a document and publishes': 6,
  // On a phone, the count includes opening the sidebar.
  'invites a lender': 6,
  'registers by the link': 5,
  'reads the document': 2,
  commits: 3,
  'sees the commitment': 4,
}

async function expectArrival(page: Page, field: string) {
  await expect(page.getByLabel(field)).toBeFocused()
  await expect(page.getByLabel(field)).toBeInViewport()
}

testOnPhone(
  'in a new installation, the first binding commitment takes a fixed number of clicks',
  async ({ browser }) => {
    test.slow()
    const product = await startProduct({ parentFolder: memoryFolder() })
    const step = <Result>(title: keyof typeof most, who: Visitor, act: () => Promise<Result>) =>
      test.step(title, async () => {
        const before = who.acts
        const result = await act()
        expect.soft(who.acts - before, title).toBeLessThanOrEqual(most[title])
        return result
      })
    try {
      const admin = await Visitor.arrive(browser, product.address)
      const { page } = admin
      const setup = page.getByRole('region', { name: 'Set Up Your Desk' })

      await step('signs in', admin, async () => {
        await admin.click(admin.link('Log In'))
        await admin.enter({ Email: product.admin.email, Password: product.admin.password })
        await admin.click(admin.button('Log In'))
        await expect(setup).toContainText('0 of 9 done')
      })

      await step('sets up the installation', admin, async () => {
        await admin.click(setup.getByRole('button', { name: 'Work Without Email' }))
        await expect(setup).toContainText('1 of 9 done')
        await admin.click(admin.link('Enter your name'))
        await expectArrival(page, 'First name')
        await admin.enter({ 'First name': 'Ada', 'Last name': 'Cole' })
        await admin.click(admin.button('Save Name'))
        await expectToast(page, 'Profile updated')
        await admin.click(admin.link('Set up your company'))
        await expectArrival(page, 'Company name *')
        await admin.enter({
          'Company name *': 'Quay Street Lending',
          'Email *': 'desk@quay.example',
          'Phone *': '(212) 555-0177',
          'Address *': '7 Quay Street, New York, NY 10004',
          'Website *': 'www.quay.example',
          'Professional network page *': 'https://network.example/quay',
        })
        await admin.click(admin.button('Save Company'))
        await expectToast(page, 'Company saved')
        await expect(setup).toContainText('3 of 9 done')
      })

      await step('saves the first loan as a draft', admin, async () => {
        await admin.click(admin.link('Add your first loan'))
        const form = admin.dialog('Create Loan')
        await admin.enter(
          {
            'Loan Title *': 'Pier Warehouse',
            'Borrower Name *': 'Pier Four LLC',
            'Loan Amount ($) *': '2500000',
            'Interest Rate (%) *': '7.25',
          },
          form,
        )
        await admin.click(form.getByRole('button', { name: 'Save as Draft' }))
        await expectToast(page, 'Draft saved')
      })

      await step('adds a document and publishes', admin, async () => {
        await admin.click(admin.link('Open Loan'))
        await admin.click(admin.button('Upload'))
        const files = page.getByRole('dialog', { name: 'Upload Files' })
        admin.acts += 1
        await files.getByLabel('Choose Files').first().setInputFiles({
          name: 'Appraisal.pdf',
          mimeType: 'application/pdf',
          buffer: pdfFile(),
        })
        await admin.click(files.getByRole('button', { name: 'Save All' }))
        await expectToast(page, 'File saved')
        await admin.click(admin.button('Publish'))
        await admin.click(admin.dialog('Publish Loan').getByRole('button', { name: 'Publish' }))
        await expectToast(page, 'Loan published')
      })

      const link = await step('invites a lender', admin, async () => {
        await admin.go('Dashboard')
        await admin.click(admin.link('Invite lenders'))
        const form = admin.dialog('Invite Lenders')
        await admin.enter({ 'Email addresses': 'lena@brook.example' }, form)
        await admin.click(form.getByRole('button', { name: 'Invite' }))
        const invitation = admin.dialog('Invitation')
        await admin.click(invitation.getByRole('button', { name: 'Copy' }))
        return invitation.getByLabel('lena@brook.example').inputValue()
      })

      const lender = await Visitor.arrive(browser, link)
      await step('registers by the link', lender, async () => {
        await lender.enter({
          'First name': 'Lena',
          'Last name': 'Brook',
          Password: 'correct horse battery',
          'Confirm password': 'correct horse battery',
        })
        await lender.click(lender.button('Create Account'))
        await expect(lender.page).toHaveURL(/dashboard$/)
      })

      await step('reads the document', lender, async () => {
        await lender.click(lender.link(/Pier Warehouse/))
        const opened = lender.page.waitForEvent('popup')
        await lender.click(lender.link(/^Appraisal.pdf/))
        await opened
      })

      await step('commits', lender, async () => {
        await lender.click(lender.button('Commit to This Loan'))
        const form = lender.dialog('Commit to Loan')
        await lender.click(form.getByRole('button', { name: 'Confirm Commitment' }))
        const receipt = lender.dialog('Receipt')
        await expect(receipt).toContainText('Recorded by Quay Street Lending.')
        await expect(receipt).toContainText('$250,000.00')
        await lender.click(receipt.getByRole('button', { name: 'Done' }))
        await expect(lender.page.getByText('available · 90%')).toBeVisible()
      })

      await step('sees the commitment', admin, async () => {
        await admin.click(admin.button('Done'))
        await admin.click(admin.link(/^Notifications/))
        await expect(page.getByText('$250,000.00').first()).toBeVisible()
        await admin.click(
          page.getByRole('main').getByRole('link', { name: 'Pier Warehouse' }).first(),
        )
        await admin.click(page.getByText('Open Book', { exact: true }).first())
        await expect(page.getByRole('main')).toContainText('Lena Brook')
      })
    } finally {
      await product.stop()
    }
  },
)
