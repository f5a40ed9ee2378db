import { walk, hasFocus } from '#test/e2e/support/first-commitment.ts'
import type { Locator } from '@playwright/test'
import { expect, testOnPhone } from './support/desk.ts'

testOnPhone(
  'a new lender finds a loan, reads its appraisal, commits to it, and downloads a receipt in 14 clicks',
  async ({ page, desk, lender, isMobile }) => {
    let clicks = 0
    async function press(control: Locator) {
      clicks += 1
      // The file input is hidden, but its label is visible.
      const options = { force: (await control.getAttribute('type')) === 'file' }
      await (isMobile ? control.tap(options) : control.click(options))
    }
    const loan = await walk(page, desk, isMobile, {
      press,
      async type(control, text) {
        await expect(control).toBeVisible()
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
