/** A person's hand: clicks or taps are counted, but typing isn't. */
import { expect, test } from '@playwright/test'
import type { Locator, Page } from './desk.ts'
import { hasFocus, type Hand } from './first-commitment.ts'
import { waitForMailTo } from './mails.ts'

export interface CountedHand extends Hand {
  page: Page
  count: () => number
}

export function handOf(page: Page, { isTouch = false, before = 0 } = {}): CountedHand {
  let count = before
  async function press(control: Locator) {
    count += 1
    // The file input is hidden, but its label is visible.
    const options = { force: (await control.getAttribute('type')) === 'file' }
    await (isTouch ? control.tap(options) : control.click(options))
  }
  return {
    page,
    press,
    async type(control, text) {
      await expect(control).toBeVisible()
      if (!(await hasFocus(control))) await press(control)
      await control.fill(text)
    },
    async choose(control, value) {
      count += 1
      await control.selectOption(value)
    },
    count: () => count,
  }
}

/** Writes the count into the report, and fails the test if it is above the bound. */
export function expectAtMost(most: number, { count }: CountedHand) {
  test.info().annotations.push({ type: 'clicks', description: String(count()) })
  expect(count()).toBeLessThanOrEqual(most)
}

/**
 * Shows the HTML of the newest email that has this text, as a mail program does, and taps its link to the address. The
 * tap counts.
 */
export async function followMail(
  page: Page,
  email: string,
  { address, text = address, before = 0 }: { address: string; text?: string; before?: number },
): Promise<CountedHand> {
  const mail = await waitForMailTo(email, text)
  const html = /<!doctype html>[\s\S]*<\/html>/i.exec(mail)?.[0]
  if (!html) throw new Error('The email has no HTML')
  await page.setContent(html.replace('<head>', '<head><base target="_blank">'))
  const opened = page.waitForEvent('popup')
  // An email about several loans contains a link to each loan.
  await page.locator(`a[href*="${address}"]`).first().tap()
  return handOf(await opened, { isTouch: true, before: before + 1 })
}
