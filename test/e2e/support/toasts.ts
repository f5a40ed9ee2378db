/** Checks where toasts appear. */
import { expect, type Locator, type Page } from './desk.ts'
import { areDisjoint, openToast } from './screen.ts'

/** The toast covers neither the title nor these buttons of a dialog. */
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
