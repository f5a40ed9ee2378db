import { expect, test, type Page } from '#test/e2e/support/desk.ts'
import { hasFocus, walk } from '#test/e2e/support/first-commitment.ts'
import type { Locator } from '@playwright/test'

async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(control)}`)
}

test('a new lender makes a first binding commitment using only the keyboard', async ({
  page,
  desk,
  lender,
}) => {
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
