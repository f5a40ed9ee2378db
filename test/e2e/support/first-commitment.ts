/**
 * A new lender finds an industrial loan with an LTV of at most 65%, reads its appraisal, makes a soft commitment of 5%,
 * makes it binding, and saves and verifies the receipt.
 */
import { expect, type Desk, type Locator, type Page } from './desk.ts'
import { receiptDialog, saveFrom, verdict } from './receipts.ts'
import { register } from './uploads.ts'

async function makeLoans(desk: Desk) {
  const wanted = await desk.makeLoan({ ltv: '62.50' })
  await register(desk, 'document', wanted.id, 'Appraisal.pdf')
  const others = [
    await desk.makeLoan({ ltv: '70.00' }),
    await desk.makeLoan({ ltv: '55.00', propertyType: 'Retail' }),
  ]
  return { wanted, others }
}

const controls = (page: Page, title: string) => ({
  browse: page.getByRole('main').getByRole('link', { name: 'Browse Loans' }).first(),
  type: page.getByRole('combobox', { name: 'Property Type' }),
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

export interface Hand {
  press: (control: Locator) => Promise<void>
  type: (control: Locator, text: string) => Promise<void>
  choose: (control: Locator, value: string) => Promise<void>
}

export async function walk(
  page: Page,
  desk: Desk,
  isMobile: boolean,
  { press, type, choose }: Hand,
) {
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

export const hasFocus = (control: Locator) =>
  control.evaluate((element) => element === document.activeElement)
