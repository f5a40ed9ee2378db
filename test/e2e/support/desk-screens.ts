/** The screens about the desk as a whole. */
import { expect, type Page } from './desk.ts'

export const deskScreens = {
  'today-all': {
    title: 'Dashboard, all that awaits an administrator',
    who: 'admin',
    async open(page: Page) {
      await page.goto('/dashboard', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: /^Show All/ }).click()
      await expect(page.getByRole('heading', { name: 'Covered to 90% or more' })).toBeVisible()
    },
  },
} as const
