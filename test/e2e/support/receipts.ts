import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { expect, type Page } from './desk.ts'

export const receiptDialog = (page: Page) => page.getByRole('dialog', { name: 'Receipt' })

export interface SavedFile {
  name: string
  path: string
  bytes: Buffer
}

export async function saveFrom(page: Page, press: () => Promise<void>): Promise<SavedFile> {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()])
  const path = await saved.path()
  return { name: saved.suggestedFilename(), path, bytes: await readFile(path) }
}

export const save = (page: Page, button: Locator) => saveFrom(page, () => button.click())

export const verdict = (page: Page) => page.getByRole('main').getByRole('status')

export async function expectVerdict(
  page: Page,
  file: Pick<SavedFile, 'name' | 'bytes'>,
  title: 'Genuine' | 'Altered' | 'Unknown',
) {
  const { name, bytes: buffer } = file
  await page
    .getByLabel('Choose a receipt')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(verdict(page).getByText(title, { exact: true })).toBeVisible()
  await expect(verdict(page)).toContainText(name)
}
