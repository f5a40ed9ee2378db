/** The content security policy, as a browser enforces it. */
import type { BrowserContext } from '@playwright/test'

/** What the browser refuses from now on, in all pages of a context: "script-src-elem inline". */
export async function watchRefusals(context: BrowserContext): Promise<string[]> {
  const refused: string[] = []
  await context.exposeFunction('reportRefusal', (told: string) => void refused.push(told))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // A report of the page on itself, to the function that was exposed above.
      const { reportRefusal } = window as unknown as { reportRefusal: (told: string) => void }
      reportRefusal(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return refused
}
