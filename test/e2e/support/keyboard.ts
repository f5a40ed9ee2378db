/** Reaches controls by the keyboard. */
import { expect, type Page } from './desk.ts'

export async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'searchbox',
  name: string | RegExp,
) {
  const control = page.getByRole(role, { name }).first()
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${role} ${name}`)
}
