import type { BrowserContext } from '@playwright/test'

export async function collectPolicyViolations(context: BrowserContext): Promise<string[]> {
  const refused: string[] = []
  await context.exposeFunction(
    'reportViolation',
    (violation: string) => void refused.push(violation),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as {
        reportViolation: (violation: string) => void
      }
      reportViolation(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return refused
}
