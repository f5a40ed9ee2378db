/** A new lender's steps on a phone from an email to the first commitment. Taps are counted, but typing isn't. */
import { expectAtMost, followMail, type CountedHand } from '#test/e2e/support/hand.ts'
import { receiptDialog } from '#test/e2e/support/receipts.ts'
import { newEmail } from '#test/support/builders.ts'
import { expect, testOnPhone } from './support/desk.ts'

const password = 'correct horse battery'
const mostTaps = 12

async function commitToLoan({ page, press, type }: CountedHand, share: string) {
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
    const hand = await followMail(page, email, { address: '/register?invitation=' })
    const there = hand.page
    await hand.type(there.getByLabel('First name'), 'Ada')
    await hand.type(there.getByLabel('Last name'), 'Cole')
    await hand.type(there.getByLabel('Password', { exact: true }), password)
    await hand.type(there.getByLabel('Confirm password'), password)
    await hand.press(there.getByRole('button', { name: 'Create Account' }))
    await hand.press(there.getByRole('main').getByRole('link', { name: 'Browse Loans' }).first())
    await hand.press(there.getByRole('link', { name: `View ${loan.title}` }))
    await commitToLoan(hand, '5')
    expectAtMost(mostTaps, hand)
  },
)

testOnPhone(
  'a lender commits to a new loan in at most 12 taps, starting from the email about the loan',
  async ({ page, desk }) => {
    const email = newEmail()
    const lender = await desk.makeLender({ email, password })
    const loan = await desk.makeLoan()
    const hand = await followMail(page, email, { address: `/loans/${loan.id}` })
    const there = hand.page
    await hand.type(there.getByLabel('Email'), email)
    await hand.type(there.getByLabel('Password', { exact: true }), password)
    await hand.press(there.getByRole('button', { name: 'Log In' }))
    await commitToLoan(hand, '5')
    expectAtMost(mostTaps, hand)
    expect(await lender.call('listOwnCommitments')).toMatchObject([
      { loanId: loan.id, percentage: '5.00', isSoftCommit: 'false' },
    ])
  },
)
