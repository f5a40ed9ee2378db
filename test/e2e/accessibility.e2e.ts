/** Opens the most common screens with the sample portfolio, before other tests add data. */
import { security } from '#test/support/requirements.ts'
import { checkScreen, test } from './support/check-screen.ts'
import { rareScreens } from './support/rare-screens.ts'
import { screens } from './support/screens.ts'

// Scanning a long page twice is slow on a busy machine.
test.setTimeout(180_000)

for (const [name, screen] of Object.entries(screens).filter(([each]) => !rareScreens.has(each)))
  test(`${name}: has no accessibility violations and the same layout in both themes`, async ({
    visits,
    desk,
  }) => {
    security('1.3.2', '14.2.3')
    await checkScreen(name, screen, { visits, desk, isThorough: false })
  })
