/** Violations of the content security policy, as a browser reports them. */
import type { BrowserContext } from '@playwright/test'

/** Collects the violations in all pages of a context from now on: "script-src-elem inline". */
export async function collectPolicyViolations(context: BrowserContext): Promise<string[]> {
  const refused: string[] = []
  await context.exposeFunction(
    'reportViolation',
    (violation: string) => void refused.push(violation),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // The function that is exposed above.
      const { reportViolation } = window as unknown as {
        reportViolation: (violation: string) => void
      }
      reportViolation(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return refused
}
