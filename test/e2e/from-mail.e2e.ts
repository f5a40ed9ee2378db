/** A new lender's steps on a phone from an email to the first commitment. Taps are counted, but typing isn't. */
import { hasFocus } from '#test/e2e/support/first-commitment.ts'
import { waitForMailTo } from '#test/e2e/support/mails.ts'
import { receiptDialog } from '#test/e2e/support/receipts.ts'
import { newEmail } from '#test/support/builders.ts'
import { expect, testOnPhone, type Locator, type Page } from './support/desk.ts'

const password = 'correct horse battery'
const mostTaps = 12

/** Counts taps, starting at 1 for the tap on the email's button. */
function handOf(page: Page) {
  let taps = 1
  const press = async (control: Locator) => {
    taps += 1
    await control.tap()
  }
  return {
    page,
    press,
    type: async (control: Locator, text: string) => {
      await expect(control).toBeVisible()
      if (!(await hasFocus(control))) await press(control)
      await control.fill(text)
    },
    taps: () => taps,
  }
}
type Hand = ReturnType<typeof handOf>

/** Shows the HTML of the newest email with a link to this address, as a mail program does, and taps the link. */
async function followMail(page: Page, email: string, address: string): Promise<Hand> {
  const mail = await waitForMailTo(email, address)
  const html = /<!doctype html>[\s\S]*<\/html>/i.exec(mail)?.[0]
  if (!html) throw new Error('The email has no HTML')
  await page.setContent(html.replace('<head>', '<head><base target="_blank">'))
  const opened = page.waitForEvent('popup')
  // An email about several loans contains a link to each loan.
  await page.locator(`a[href*="${address}"]`).first().tap()
  return handOf(await opened)
}

async function commitToLoan({ page, press, type }: Hand, share: string) {
  await press(page.getByRole('button', { name: 'Commit to This Loan' }))
  await type(page.getByRole('dialog').getByRole('spinbutton').first(), share)
  await press(page.getByRole('button', { name: 'Confirm Commitment' }))
  await expect(receiptDialog(page)).toContainText('Binding')
}

testOnPhone(
  'an invited lender registers and makes the first commitment in at most 12 taps',
  async ({ page, desk }) => {
    const loan = await desk.makeLoan()
    const email = newEmail()
    await desk.admin.call('createInvitations', { body: { emails: [email], isApproved: 'true' } })
    const hand = await followMail(page, email, '/register?invitation=')
    const there = hand.page
    await hand.type(there.getByLabel('First name'), 'Ada')
    await hand.type(there.getByLabel('Last name'), 'Cole')
    await hand.type(there.getByLabel('Password', { exact: true }), password)
    await hand.type(there.getByLabel('Confirm password'), password)
    await hand.press(there.getByRole('button', { name: 'Create Account' }))
    await hand.press(there.getByRole('main').getByRole('link', { name: 'Browse Loans' }).first())
    await hand.press(there.getByRole('link', { name: `View ${loan.title}` }))
    await commitToLoan(hand, '5')
    expect(hand.taps()).toBeLessThanOrEqual(mostTaps)
  },
)

testOnPhone(
  'a lender commits to a new loan in at most 12 taps, starting from the email about the loan',
  async ({ page, desk }) => {
    const email = newEmail()
    const lender = await desk.makeLender({ email, password })
    const loan = await desk.makeLoan()
    const hand = await followMail(page, email, `/loans/${loan.id}`)
    const there = hand.page
    await hand.type(there.getByLabel('Email'), email)
    await hand.type(there.getByLabel('Password', { exact: true }), password)
    await hand.press(there.getByRole('button', { name: 'Log In' }))
    await commitToLoan(hand, '5')
    expect(hand.taps()).toBeLessThanOrEqual(mostTaps)
    expect(await lender.call('listOwnCommitments')).toMatchObject([
      { loanId: loan.id, percentage: '5.00', isSoftCommit: 'false' },
    ])
  },
)
