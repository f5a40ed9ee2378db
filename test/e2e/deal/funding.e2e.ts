/** From interest of 142% to the funding of a closed loan: instructions verified by telephone, and the money that comes. */
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
import { expectAtMost, handOf, type CountedHand } from '#test/e2e/support/hand.ts'
import { expectToast, foldOf, openWhole, unfold } from '#test/e2e/support/screen.ts'
import { accept, decline, offerTo } from '#test/support/rounds.ts'

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

async function fillInstructions({ type }: CountedHand, dialog: Locator) {
  await type(dialog.getByLabel('Beneficiary'), 'First Harbor Title LLC')
  await type(dialog.getByLabel('Bank', { exact: true }), 'Harbor National Bank')
  await type(dialog.getByLabel('Routing number'), '021000012')
  await type(dialog.getByLabel('Account number'), '004512345678')
  await type(dialog.getByLabel('Reference'), 'Elm Street 12')
  await type(dialog.getByLabel('Due'), `${inTenDays()}T17:00`)
}

async function recordReceipt(
  { page, press, choose, type }: CountedHand,
  lender: string,
  amount: string,
  reference: string,
) {
  await press(funding(page).getByRole('button', { name: 'Record Receipt…' }))
  const dialog = page.getByRole('dialog', { name: 'Record Receipt' })
  const option = dialog.locator('option', { hasText: lender })
  await choose(dialog.getByLabel('Lender'), (await option.getAttribute('value')) ?? '')
  await type(dialog.getByLabel('Amount ($)'), amount)
  await type(dialog.getByLabel("Bank's reference"), reference)
  return dialog
}

/** A loan of $1,000,000.00 for which three lenders ask 142%. */
async function makeBook(desk: Desk) {
  const loan = await desk.makeLoan({ amount: '1000000.00' })
  const [alder, birch, cedar] = await Promise.all(
    ['Alder', 'Birch', 'Cedar'].map((lastName) => desk.makeLender({ firstName: 'Jane', lastName })),
  )
  if (!alder || !birch || !cedar) throw new Error('Three lenders were made')
  for (const [lender, percentage] of [
    [alder, '50'],
    [birch, '60'],
    [cedar, '32'],
  ] as const)
    await desk.makeCommitment(lender, loan, { percentage, isSoftCommit: 'true' })
  return { loan, alder, birch, cedar }
}

test('an administrator goes from interest of 142% to a funded loan in at most 38 clicks', async ({
  desk,
}) => {
  const { loan, alder, birch, cedar } = await makeBook(desk)
  const office = await desk.openAs(desk.admin)
  const hand = handOf(office)
  // Detours, such as wrong entries, are clicked by another hand.
  const detour = handOf(office)
  await openWhole(office, `/loans/${loan.id}`)
  await hand.press(office.getByRole('link', { name: 'Deal Desk' }))
  await expect(part(office, 'Next Step')).toContainText('Open requests of 142%')
  await hand.press(office.getByRole('button', { name: 'Allocate', exact: true }))
  await hand.type(part(office, 'Allocation').getByLabel('Hold wanted (%)'), '29')
  await hand.press(part(office, 'Allocation').getByRole('button', { name: 'Publish…' }))
  const publishing = office.getByRole('dialog', { name: 'Publish Allocation' })
  await expect(publishing).toContainText('3 lenders are offered 71% ($710,000.00) until')
  await hand.press(publishing.getByRole('button', { name: 'Publish' }))
  await expectToast(office, 'Round 1 published')

  for (const lender of [alder, birch]) await accept(lender, await offerTo(lender, loan))
  await decline(cedar, await offerTo(cedar, loan))
  await openWhole(office, `/loans/${loan.id}/deal`)
  await hand.press(foldOf(part(office, 'Closing')))
  await hand.press(part(office, 'Closing').getByRole('button', { name: 'Close the Book…' }))
  const closing = office.getByRole('dialog', { name: 'Close the Book' })
  await hand.press(closing.getByLabel(/^Keep the rest yourself: 16%/))
  await hand.press(closing.getByRole('button', { name: 'Close the Book' }))
  await expectToast(office, 'Book closed')
  await expect(funding(office)).toContainText(
    '0 of 2 lenders have paid in full; $550,000.00 is missing.',
  )

  const instructions = part(office, 'Funding Instructions')
  await hand.press(instructions.getByRole('button', { name: 'Draft Instructions…' }))
  const drafting = office.getByRole('dialog', { name: 'Draft Instructions' })
  await fillInstructions(hand, drafting)
  await hand.type(drafting.getByLabel('Current password'), 'wrong password!')
  await detour.press(drafting.getByRole('button', { name: 'Save Draft' }))
  await expect(drafting.getByLabel('Routing number')).toHaveAccessibleDescription(/check digit/)
  // Closing the dialog keeps what was typed, except the password.
  await detour.press(drafting.getByRole('button', { name: 'Cancel' }))
  await detour.press(instructions.getByRole('button', { name: 'Draft Instructions…' }))
  await detour.press(drafting.getByRole('button', { name: 'Restore' }))
  await expect(drafting.getByLabel('Account number')).toHaveValue('004512345678')
  await expect(drafting.getByLabel('Current password')).toHaveValue('')
  await drafting.getByLabel('Routing number').fill('021000021')
  await drafting.getByLabel('Current password').fill('wrong password!')
  await detour.press(drafting.getByRole('button', { name: 'Save Draft' }))
  await expect(drafting.getByLabel('Current password')).toHaveAccessibleDescription(/password/i)
  await drafting.getByLabel('Current password').fill(desk.admin.password)
  await hand.press(drafting.getByRole('button', { name: 'Save Draft' }))
  await expectToast(office, 'Instructions drafted')
  const version = part(office, 'Version 1')
  await expect(version).toContainText('Draft, not verified')
  await expect(version).toContainText('ends in 5678')
  await expect(office.getByText('004512345678')).toHaveCount(0)

  await hand.press(version.getByRole('button', { name: 'Verify…' }))
  const verifying = office.getByRole('dialog', { name: 'Verify Instructions' })
  await hand.type(verifying.getByLabel('Whom you spoke with'), 'Maria Lang')
  await hand.type(verifying.getByLabel('Number that you called'), '+1 212 555 0143')
  await hand.type(verifying.getByLabel('Result'), 'She read the account number back')
  await hand.press(verifying.getByRole('button', { name: 'Record Verification' }))
  await expectToast(office, 'Instructions verified')
  await hand.press(version.getByRole('button', { name: 'Send…' }))
  const sending = office.getByRole('dialog', { name: 'Send Instructions' })
  await expect(sending).toContainText(
    /2 lenders are asked for \$550,000\.00 by [A-Z][a-z]+ \d+, \d{4}, 5:00 PM/,
  )
  await hand.press(sending.getByRole('button', { name: 'Send' }))
  await expectToast(office, 'Instructions sent', '2 lenders can read them now.')
  await expect(version).toContainText('In force')
  await expect(version).toContainText('with Maria Lang at +1 212 555 0143')

  const receipt = await recordReceipt(hand, 'Alder', '249975', 'FED 1')
  await expect(receipt).toContainText(
    'Jane Alder has then paid $249,975.00 of $250,000.00; $25.00 is still missing.',
  )
  await hand.press(receipt.getByRole('button', { name: 'Record Receipt' }))
  await expectToast(office, 'Receipt recorded', /\$249,975\.00/)
  await expect(rowOf(office, 'Jane Alder')).toContainText('Partly received')
  await expect(rowOf(office, 'Jane Alder')).toContainText('$25.00 missing')
  await unfold(part(office, 'Register'))
  await expect(
    part(office, 'Register').getByRole('button', { name: 'Reopen…' }),
  ).toHaveAccessibleDescription(/has come, so the book can't be reopened/)

  const beyond = await recordReceipt(hand, 'Alder', '25.01', 'FED 2')
  await detour.press(beyond.getByRole('button', { name: 'Record Receipt' }))
  await expect(beyond.getByRole('alert')).toContainText('enter at most $25.00')
  await detour.press(beyond.getByRole('button', { name: 'All that is missing: $25.00' }))
  await expect(beyond).toContainText('Jane Alder has then paid all $250,000.00.')
  await hand.press(beyond.getByRole('button', { name: 'Record Receipt' }))
  await expectToast(office, 'Receipt recorded', /\$25\.00/)
  await expect(rowOf(office, 'Jane Alder')).toContainText('Received')
  await expect(rowOf(office, 'Jane Alder').getByRole('button')).toHaveCount(0)

  // A receipt that was recorded by mistake.
  const wrong = await recordReceipt(detour, 'Birch', '1000', 'FED 3')
  await detour.press(wrong.getByRole('button', { name: 'Record Receipt' }))
  await expectToast(office, 'Receipt recorded', /\$1,000\.00/)
  await unfold(part(office, 'Receipts of Money'))
  await detour.press(office.getByRole('button', { name: 'Reverse: $1,000.00 of Jane Birch' }))
  const reversing = office.getByRole('dialog', { name: 'Reverse Receipt' })
  await reversing.getByLabel('Reason').fill('It was for another loan')
  await detour.press(reversing.getByRole('button', { name: 'Reverse Receipt' }))
  await expectToast(office, 'Receipt reversed')
  await expect(part(office, 'Receipts of Money')).toContainText('It was for another loan')

  await hand.press(rowOf(office, 'Jane Birch').getByRole('button', { name: 'Actions' }))
  await hand.press(office.getByRole('menuitem', { name: 'Take Over…' }))
  const taking = office.getByRole('dialog', { name: 'Take Over Share' })
  await expect(taking).toContainText(
    'You take over 30% ($300,000.00) from Jane Birch, and then keep 75% ($750,000.00).',
  )
  await expect(taking).toContainText('The register gets version 2')
  await hand.type(taking.getByLabel('Reason'), 'No money came')
  await hand.press(taking.getByRole('button', { name: 'Take Over' }))
  await expectToast(office, 'Share taken over', 'The register is now version 2.')
  await expect(part(office, 'Register')).toContainText('Version 2, in force')
  await expect(part(office, 'Earlier Registers')).toContainText('Superseded')
  await expect(funding(office)).toContainText('All $250,000.00 has come.')

  await hand.press(funding(office).getByRole('button', { name: 'Set to Fully Funded' }))
  const setting = office.getByRole('alertdialog', { name: 'Set to Fully Funded?' })
  await hand.press(setting.getByRole('button', { name: 'Set Status' }))
  await expectToast(office, 'Status set to Fully Funded')
  await expect(funding(office)).toContainText('The loan is fully funded.')
  await expect(funding(office).getByRole('button')).toHaveCount(0)
  expectAtMost(38, hand)
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
    await expect(card).toContainText('All $250,000.00 received')
    await expect(card.getByText('009999000011')).toHaveCount(0)
  },
)
