/** Two-factor sign-in as several journeys meet it. */
import { generateSync } from 'otplib'
import { expect, type Locator, type Page } from '@playwright/test'

/** The code that comes after the one shown now: codes count once, and the one of now was used. */
export const nextCode = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })

export const codeField = (place: Page | Locator) => place.getByLabel('Code', { exact: true })

/** The key as it is typed off, without the spaces that it is shown with. */
export async function shownSecret(dialog: Locator) {
  const shown = await dialog.getByLabel('Or enter this key by hand').inputValue()
  return shown.replaceAll(' ', '')
}

export const twoFactorCard = (page: Page) =>
  page.getByRole('region', { name: 'Two-factor sign-in' })

/** Opens the set-up on the profile, and gives the password: the secret is on the screen. */
export async function openSetUp(page: Page, { password }: { password: string }) {
  await page.goto('/profile')
  await twoFactorCard(page).getByRole('button', { name: 'Set Up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  return { dialog, secret: await shownSecret(dialog) }
}
