/** All screen checks share these pages, because opening a new page takes as long as checking a screen. */
import type { Browser } from '@playwright/test'
import { collectErrors, turnEventsOff, type Desk, type Page } from './desk.ts'
import { collectPolicyViolations } from './policy.ts'
import { chooseTheme } from './screen.ts'
import { signInAs, type Screen } from './screens.ts'
import { served } from './served.ts'

interface Visited {
  page: Page
  refused: string[]
  errors: string[]
}

export interface Visits {
  begin: (who: Screen['who'], desk: Desk) => Promise<Visited>
  close: (who: Screen['who']) => Promise<void>
}

export function sharePages(browser: Browser): Visits {
  const pages = new Map<Screen['who'], Visited>()

  const openNew = async (who: Screen['who'], desk: Desk): Promise<Visited> => {
    const context = await browser.newContext({ baseURL: served().address })
    await turnEventsOff(context)
    const refused = await collectPolicyViolations(context)
    const errors = collectErrors(context)
    const page = await context.newPage()
    await signInAs(page, desk, who)
    await chooseTheme(page, 'light')
    return { page, refused, errors }
  }

  const reset = async ({ page, refused, errors }: Visited) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // This plain page shares the app's storage, and its media and theme can be changed quickly.
    await page.goto('/healthz')
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.emulateMedia({ media: null, colorScheme: 'light' })
    await page.mouse.move(0, 0)
    refused.length = 0
    errors.length = 0
  }

  return {
    async begin(who, desk) {
      const visited = pages.get(who) ?? (await openNew(who, desk))
      pages.set(who, visited)
      await reset(visited)
      return visited
    },
    async close(who) {
      await pages.get(who)?.page.context().close()
      pages.delete(who)
    },
  }
}
