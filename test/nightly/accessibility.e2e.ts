/** Opens every screen, including rare ones, with the sample portfolio before other tests add data. */
import { checkScreen, test } from '#test/e2e/support/check-screen.ts'
import { screens } from '#test/e2e/support/screens.ts'

// Scanning a page at each width in both themes is slow on a busy machine.
test.setTimeout(300_000)

for (const [name, screen] of Object.entries(screens))
  test(`${name}: has no accessibility violations at any width in either theme`, async ({
    visits,
    desk,
  }) => {
    await checkScreen(name, screen, { visits, desk, isThorough: true })
  })
