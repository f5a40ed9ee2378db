/** Checks where toasts appear. */
import { expect, type Locator, type Page } from './desk.ts'
import { areDisjoint, openToast } from './screen.ts'

export async function expectClear(page: Page, dialog: Locator, buttons: string[], width: number) {
  const parts = [
    dialog.getByRole('heading').first(),
    ...buttons.map((name) => dialog.getByRole('button', { name, exact: true })),
  ]
  for (const [place, part] of parts.entries())
    expect(
      await areDisjoint(openToast(page), part),
      `${['the title', ...buttons][place]}, ${width} px wide`,
    ).toBe(true)
}
