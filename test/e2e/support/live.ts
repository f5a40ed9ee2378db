import type { Page } from '@playwright/test'

/** Waits for the page's event stream; from then on the page shows others' changes. */
export const whenLive = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/events'))

export const gotoLive = (page: Page, address: string) =>
  Promise.all([whenLive(page), page.goto(address)])
