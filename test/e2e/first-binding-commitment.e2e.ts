import { walk } from '#test/e2e/support/first-commitment.ts'
import { expectAtMost, handOf } from '#test/e2e/support/hand.ts'
import { expect, testOnPhone } from './support/desk.ts'

testOnPhone(
  'a new lender finds a loan, reads its appraisal, commits to it, and downloads a receipt in 14 clicks',
  async ({ page, desk, lender, isMobile }) => {
    const hand = handOf(page, { isTouch: isMobile })
    const loan = await walk(page, desk, isMobile, hand)
    expectAtMost(14, hand)
    expect(await lender.call('listOwnCommitments')).toMatchObject([
      { loanId: loan.id, percentage: '5.00', isSoftCommit: 'false' },
    ])
  },
)
