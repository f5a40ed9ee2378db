/**
 * The whole way of a new lender: find an industrial loan of at most 65% LTV, read its appraisal, indicate 5%,
 * make it binding, save the receipt and prove it. With a mouse in at most 14 clicks, and without one.
 */
import type { Locator } from '@playwright/test'
import { expect, test, testOnPhone, type Desk, type Page } from './support/desk.ts'
import { receiptDialog, saveFrom, verdict } from './support/receipts.ts'
import { register } from './support/uploads.ts'

async function makeLoans(desk: Desk) {
  const wanted = await desk.makeLoan({ ltv: '62.50' })
  await register(desk, 'document', wanted.id, 'Appraisal.pdf')
  const others = [
    await desk.makeLoan({ ltv: '70.00' }),
    await desk.makeLoan({ ltv: '55.00', propertyType: 'Retail' }),
  ]
  return { wanted, others }
}

/** The controls on the way, in order. */
const controls = (page: Page, title: string) => ({
  // On a phone, the navigation is behind a button.
  browse: page.getByRole('main').getByRole('link', { name: 'Browse Loans' }),
  type: page.getByRole('combobox', { name: 'Property Type' }),
  // On a phone, the filters that are typed are in a sheet.
  filters: page.getByRole('button', { name: /^Filters/ }),
  ltv: page.getByLabel('LTV at most (%)'),
  view: page.getByRole('link', { name: `View ${title}` }),
  appraisal: page.getByRole('link', { name: /^Download Appraisal\.pdf/ }),
  commit: page.getByRole('button', { name: 'Commit to This Loan' }),
  soft: page.getByRole('checkbox', { name: 'Soft Commit' }),
  share: page.getByRole('dialog').getByRole('spinbutton'),
  confirm: page.getByRole('button', { name: 'Confirm Commitment' }),
  bindIt: receiptDialog(page).getByRole('button', { name: 'Make Binding' }),
  bind: page.getByRole('alertdialog').getByRole('button', { name: 'Make Binding' }),
  pdf: receiptDialog(page).getByRole('button', { name: 'Download PDF' }),
  verify: receiptDialog(page).getByRole('link', { name: 'Verify a Receipt' }),
  choose: page.getByLabel('Choose a receipt'),
})

interface Hand {
  press: (control: Locator) => Promise<void>
  type: (control: Locator, text: string) => Promise<void>
  choose: (control: Locator, value: string) => Promise<void>
}

async function walk(page: Page, desk: Desk, isMobile: boolean, { press, type, choose }: Hand) {
  const { wanted, others } = await makeLoans(desk)
  const on = controls(page, wanted.title)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await press(on.browse)
  await choose(on.type, 'Industrial')
  if (isMobile) await press(on.filters)
  await type(on.ltv, '65')
  await page.keyboard.press('Enter')
  for (const { title } of others)
    await expect(page.getByRole('link', { name: `View ${title}` })).toHaveCount(0)
  await press(on.view)

  const answered = page
    .context()
    .waitForEvent('response', (answer) => answer.url().includes('/objects/'))
  const [paper] = await Promise.all([page.context().waitForEvent('page'), press(on.appraisal)])
  expect((await answered).headers()['content-type']).toBe('application/pdf')
  await paper.close()

  await press(on.commit)
  await press(on.soft)
  await type(on.share, '5')
  await press(on.confirm)
  await expect(receiptDialog(page)).toContainText('Indication')
  await press(on.bindIt)
  await press(on.bind)
  await expect(receiptDialog(page)).toContainText('Indication made binding')
  await expect(receiptDialog(page)).toContainText('$125,000.00')

  const pdf = await saveFrom(page, () => press(on.pdf))
  await press(on.verify)
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a Receipt' })).toBeVisible()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(on.choose)])
  await chooser.setFiles({ name: pdf.name, mimeType: 'application/pdf', buffer: pdf.bytes })
  await expect(verdict(page)).toContainText('Genuine')
  return wanted
}

const hasFocus = (control: Locator) =>
  control.evaluate((element) => element === document.activeElement)

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(control)}`)
}

testOnPhone(
  'a new lender finds a loan, reads its appraisal, indicates, commits and proves it in 14 clicks',
  async ({ page, desk, lender, isMobile }) => {
    let clicks = 0
    async function press(control: Locator) {
      clicks += 1
      // The file input itself is not seen; its label is.
      const options = { force: (await control.getAttribute('type')) === 'file' }
      await (isMobile ? control.tap(options) : control.click(options))
    }
    const loan = await walk(page, desk, isMobile, {
      press,
      async type(control, text) {
        await expect(control).toBeVisible()
        // A sheet that opens moves the focus to its first field.
        if (!(await hasFocus(control))) await press(control)
        await control.fill(text)
      },
      async choose(control, value) {
        clicks += 1
        await control.selectOption(value)
      },
    })
    expect(clicks).toBeLessThanOrEqual(14)
    expect(await lender.call('listOwnCommitments')).toMatchObject([
      { loanId: loan.id, percentage: '5.00', isSoftCommit: 'false' },
    ])
  },
)

test('a new lender does all of it without a mouse @long', async ({ page, desk, lender }) => {
  const loan = await walk(page, desk, false, {
    async press(control) {
      await tabTo(page, control)
      const isBox = (await control.getAttribute('type')) === 'checkbox'
      await page.keyboard.press(isBox ? 'Space' : 'Enter')
    },
    async type(control, text) {
      await tabTo(page, control)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    async choose(control, value) {
      await tabTo(page, control)
      for (let steps = 0; (await control.inputValue()) !== value; steps += 1) {
        expect(steps).toBeLessThan(60)
        await page.keyboard.press('ArrowDown')
      }
    },
  })
  expect(await lender.call('listOwnCommitments')).toMatchObject([
    { loanId: loan.id, percentage: '5.00', isSoftCommit: 'false' },
  ])
})
