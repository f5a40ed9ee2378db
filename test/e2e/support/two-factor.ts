import { generateSync } from 'otplib'
import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the code for the next time step, because each code is accepted only once. */
export const nextCode = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })

export const codeField = (place: Page | Locator) => place.getByLabel('Code', { exact: true })

export async function shownSecret(dialog: Locator) {
  const shown = await dialog.getByLabel('Or enter this key by hand').inputValue()
  return shown.replaceAll(' ', '')
}

export const twoFactorCard = (page: Page) =>
  page.getByRole('region', { name: 'Two-factor sign-in' })

export async function openSetUp(page: Page, { password }: { password: string }) {
  await page.goto('/profile')
  await twoFactorCard(page).getByRole('button', { name: 'Set Up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  return { dialog, secret: await shownSecret(dialog) }
}
