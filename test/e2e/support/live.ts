/** Pages that are kept up to date. */
import type { Page } from '@playwright/test'

/** Waits until a page has a stream: from then on, it follows what others do. */
export const whenLive = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/events'))

export const gotoLive = (page: Page, address: string) =>
  Promise.all([whenLive(page), page.goto(address)])
