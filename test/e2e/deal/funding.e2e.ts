/** The funding of a closed loan: instructions that are verified by telephone, and the money that comes. */
import { closeBook } from '#test/support/closed-books.ts'
import { someCall, someInstructions } from '#test/support/closing-things.ts'
import {
  expect,
  test,
  testOnPhone,
  type Desk,
  type Locator,
  type Page,
} from '#test/e2e/support/desk.ts'
import { expectToast, openWhole, unfold } from '#test/e2e/support/screen.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const funding = (page: Page) => part(page, 'Funding')
const rowOf = (page: Page, name: string) => funding(page).getByRole('row', { name })

async function draft(desk: Desk, loanId: string, more: object = {}) {
  const body = { ...someInstructions(desk.admin), ...more }
  return desk.admin.call('createInstructions', { params: { id: loanId }, body })
}

async function sendNew(desk: Desk, loanId: string, more: object = {}) {
  const { id } = await draft(desk, loanId, more)
  const body = { ...someCall(), result: 'Right' }
  await desk.admin.call('verifyInstructions', { params: { id }, body })
  return desk.admin.call('sendInstructions', { params: { id } })
}

const inTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

async function fillInstructions(dialog: Locator) {
  await dialog.getByLabel('Beneficiary').fill('First Harbor Title LLC')
  await dialog.getByLabel('Bank', { exact: true }).fill('Harbor National Bank')
  await dialog.getByLabel('Routing number').fill('021000012')
  await dialog.getByLabel('Account number').fill('004512345678')
  await dialog.getByLabel('Reference').fill('Elm Street 12')
  await dialog.getByLabel('Due').fill(`${inTenDays()}T17:00`)
}

async function recordReceipt(office: Page, lender: string, amount: string, reference: string) {
  await funding(office).getByRole('button', { name: 'Record Receipt…' }).click()
  const dialog = office.getByRole('dialog', { name: 'Record Receipt' })
  const option = dialog.locator('option', { hasText: lender })
  await dialog.getByLabel('Lender').selectOption((await option.getAttribute('value')) ?? '')
  await dialog.getByLabel('Amount ($)').fill(amount)
  await dialog.getByLabel("Bank's reference").fill(reference)
  return dialog
}

test('an administrator closes a book, sends instructions, records the money and sets the loan funded', async ({
  desk,
}) => {
  const loan = await desk.makeLoan({ amount: '1000000.00' })
  const [alder, birch] = await Promise.all(
    ['Alder', 'Birch'].map((lastName) => desk.makeLender({ firstName: 'Jane', lastName })),
  )
  if (!alder || !birch) throw new Error('Two lenders were made')
  await desk.makeCommitment(alder, loan, { percentage: '25' })
  await desk.makeCommitment(birch, loan, { percentage: '30' })
  const office = await desk.openAs(desk.admin)
  await openWhole(office, `/loans/${loan.id}/deal`)
  await unfold(part(office, 'Closing'))
  await part(office, 'Closing').getByRole('button', { name: 'Close the Book…' }).click()
  const closing = office.getByRole('dialog', { name: 'Close the Book' })
  await closing.getByLabel(/^Keep the rest yourself: 45%/).check()
  await closing.getByRole('button', { name: 'Close the Book' }).click()
  await expectToast(office, 'Book closed')
  await expect(funding(office)).toContainText(
    '0 of 2 lenders have paid in full; $550,000.00 is missing.',
  )

  const instructions = part(office, 'Funding Instructions')
  await instructions.getByRole('button', { name: 'Draft Instructions…' }).click()
  const drafting = office.getByRole('dialog', { name: 'Draft Instructions' })
  await fillInstructions(drafting)
  await drafting.getByLabel('Current password').fill('wrong password!')
  await drafting.getByRole('button', { name: 'Save Draft' }).click()
  await expect(drafting.getByLabel('Routing number')).toHaveAccessibleDescription(/check digit/)
  // Closing the dialog keeps what was typed, except the password.
  await drafting.getByRole('button', { name: 'Cancel' }).click()
  await instructions.getByRole('button', { name: 'Draft Instructions…' }).click()
  await drafting.getByRole('button', { name: 'Restore' }).click()
  await expect(drafting.getByLabel('Account number')).toHaveValue('004512345678')
  await expect(drafting.getByLabel('Current password')).toHaveValue('')
  await drafting.getByLabel('Routing number').fill('021000021')
  await drafting.getByLabel('Current password').fill('wrong password!')
  await drafting.getByRole('button', { name: 'Save Draft' }).click()
  await expect(drafting.getByLabel('Current password')).toHaveAccessibleDescription(/password/i)
  await drafting.getByLabel('Current password').fill(desk.admin.password)
  await drafting.getByRole('button', { name: 'Save Draft' }).click()
  await expectToast(office, 'Instructions drafted')
  const version = part(office, 'Version 1')
  await expect(version).toContainText('Draft, not verified')
  await expect(version).toContainText('ends in 5678')
  await expect(office.getByText('004512345678')).toHaveCount(0)

  await version.getByRole('button', { name: 'Verify…' }).click()
  const verifying = office.getByRole('dialog', { name: 'Verify Instructions' })
  await verifying.getByLabel('Whom you spoke with').fill('Maria Lang')
  await verifying.getByLabel('Number that you called').fill('+1 212 555 0143')
  await verifying.getByLabel('Result').fill('She read the account number back')
  await verifying.getByRole('button', { name: 'Record Verification' }).click()
  await expectToast(office, 'Instructions verified')
  await version.getByRole('button', { name: 'Send…' }).click()
  const sending = office.getByRole('dialog', { name: 'Send Instructions' })
  await expect(sending).toContainText(
    /2 lenders are asked for \$550,000\.00 by [A-Z][a-z]+ \d+, \d{4}, 5:00 PM/,
  )
  await sending.getByRole('button', { name: 'Send' }).click()
  await expectToast(office, 'Instructions sent', '2 lenders can read them now.')
  await expect(version).toContainText('In force')
  await expect(version).toContainText('with Maria Lang at +1 212 555 0143')

  const receipt = await recordReceipt(office, 'Alder', '249975', 'FED 1')
  await expect(receipt).toContainText(
    'Jane Alder has then paid $249,975.00 of $250,000.00; $25.00 is still missing.',
  )
  await receipt.getByRole('button', { name: 'Record Receipt' }).click()
  await expectToast(office, 'Receipt recorded', /\$249,975\.00/)
  await expect(rowOf(office, 'Jane Alder')).toContainText('Partly received')
  await expect(rowOf(office, 'Jane Alder')).toContainText('$25.00 missing')
  await unfold(part(office, 'Register'))
  await expect(
    part(office, 'Register').getByRole('button', { name: 'Reopen…' }),
  ).toHaveAccessibleDescription(/has come, so the book can't be reopened/)

  const beyond = await recordReceipt(office, 'Alder', '25.01', 'FED 2')
  await expect(beyond).toContainText('At most $25.00 more can be theirs')
  await beyond.getByRole('button', { name: 'Record Receipt' }).click()
  await expect(beyond.getByRole('alert')).toContainText('at most $25.00 more can be theirs')
  await beyond.getByRole('button', { name: 'All that is missing: $25.00' }).click()
  await expect(beyond).toContainText('Jane Alder has then paid all $250,000.00.')
  await beyond.getByRole('button', { name: 'Record Receipt' }).click()
  await expectToast(office, 'Receipt recorded', /\$25\.00/)
  await expect(rowOf(office, 'Jane Alder')).toContainText('Received')
  await expect(rowOf(office, 'Jane Alder').getByRole('button')).toHaveCount(0)

  // A receipt that was recorded by mistake.
  const wrong = await recordReceipt(office, 'Birch', '1000', 'FED 3')
  await wrong.getByRole('button', { name: 'Record Receipt' }).click()
  await expectToast(office, 'Receipt recorded', /\$1,000\.00/)
  await unfold(part(office, 'Receipts of Money'))
  await office.getByRole('button', { name: 'Reverse: $1,000.00 of Jane Birch' }).click()
  const reversing = office.getByRole('dialog', { name: 'Reverse Receipt' })
  await reversing.getByLabel('Reason').fill('It was for another loan')
  await reversing.getByRole('button', { name: 'Reverse Receipt' }).click()
  await expectToast(office, 'Receipt reversed')
  await expect(part(office, 'Receipts of Money')).toContainText('It was for another loan')

  await rowOf(office, 'Jane Birch').getByRole('button', { name: 'Actions' }).click()
  await office.getByRole('menuitem', { name: 'Take Over…' }).click()
  const taking = office.getByRole('dialog', { name: 'Take Over Share' })
  await expect(taking).toContainText(
    'You take over 30% ($300,000.00) from Jane Birch, and then keep 75% ($750,000.00).',
  )
  await expect(taking).toContainText('The register gets version 2')
  await taking.getByLabel('Reason').fill('No money came')
  await taking.getByRole('button', { name: 'Take Over' }).click()
  await expectToast(office, 'Share taken over', 'The register is now version 2.')
  await expect(part(office, 'Register')).toContainText('Version 2, in force')
  await expect(part(office, 'Earlier Registers')).toContainText('Superseded')
  await expect(funding(office)).toContainText('All $250,000.00 has come.')

  await funding(office).getByRole('button', { name: 'Set to Fully Funded' }).click()
  const setting = office.getByRole('alertdialog', { name: 'Set to Fully Funded?' })
  await setting.getByRole('button', { name: 'Set Status' }).click()
  await expectToast(office, 'Status set to Fully Funded')
  await expect(funding(office)).toContainText('The loan is fully funded.')
  await expect(funding(office).getByRole('button')).toHaveCount(0)
})

testOnPhone(
  'a lender goes from the notification of instructions to its verified call, and to a changed version',
  async ({ page, desk, lender }) => {
    const loan = await desk.makeLoan({ amount: '1000000.00' })
    await desk.makeCommitment(lender, loan, { percentage: '25' })
    const register = await closeBook(desk.admin, loan.id, { retainRest: 'true' })
    await openWhole(page, `/loans/${loan.id}`)
    const card = part(page, 'Your Funding')
    await expect(card).toContainText('$250,000.00 is due')
    await expect(card).toContainText('Instructions where to wire will appear here.')
    await sendNew(desk, loan.id)

    await page.goto('/notifications')
    await page.getByRole('link', { name: /^Instructions: The funding instructions/ }).click()
    await expect(card).toContainText('$250,000.00 is due by')
    await expect(card).toContainText('004512345678')
    await card.getByRole('button', { name: 'I Have Verified These by Telephone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verified by Telephone' })
    await dialog.getByLabel('Whom you spoke with').fill('Dana Whitfield')
    await dialog.getByRole('button', { name: 'Record Call' }).click()
    await expect(dialog.getByLabel('Number that you called')).toHaveAccessibleDescription(
      /Please give the number/,
    )
    await dialog.getByLabel('Number that you called').fill('+1 212 555 0199')
    await dialog.getByRole('button', { name: 'Record Call' }).click()
    await expectToast(page, 'Call recorded')
    await expect(card).toContainText('verified these with Dana Whitfield at +1 212 555 0199')
    await expect(card.getByRole('link', { name: 'Receipt: your call' })).toBeVisible()

    const office = await desk.openAs(desk.admin)
    await openWhole(office, `/loans/${loan.id}/deal`)
    await expect(rowOf(office, lender.lastName)).toContainText('verified version 1')

    await sendNew(desk, loan.id, { accountNumber: '009999000011' })
    await page.goto('/notifications')
    await page.getByRole('link', { name: /^Instructions: .* changed, so those that you/ }).click()
    await expect(card.getByRole('status')).toContainText('These instructions changed on')
    await expect(card).toContainText('009999000011')
    await expect(
      card.getByRole('button', { name: 'I Have Verified These by Telephone' }),
    ).toBeVisible()

    const firmId = register.entries.find(({ isHold }) => isHold === 'false')?.firmId ?? ''
    const body = { firmId, amount: '250000.00', receivedOn: register.effectiveDate }
    await desk.admin.call('createFundsReceipt', {
      params: { id: loan.id },
      body: { ...body, reference: 'FED 1' },
    })
    await openWhole(page, `/loans/${loan.id}`)
    await expect(card).toContainText('All $250,000.00 has come')
    await expect(card.getByText('009999000011')).toHaveCount(0)
  },
)
