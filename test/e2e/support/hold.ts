import type { Page } from '@playwright/test'

export async function hold(page: Page, urls: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(urls, async (route) => {
    await released
    await route.fallback()
  })
  return release
}
