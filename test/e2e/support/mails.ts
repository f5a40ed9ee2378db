import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Locator, type Page } from './desk.ts'
import { served } from './served.ts'

type Place = { dataDir: string }

/**
 * Waits for an email to this address that contains the text, and returns the newest match. Other emails can arrive at
 * any time, because lenders are notified of other tests' loans.
 */
export async function waitForMailTo(email: string, text: string, place: Place = served()) {
  let mail = ''
  await expect
    .poll(async () => {
      mail = (await mailsTo(email, place)).find((one) => one.includes(text)) ?? ''
      return mail
    })
    .not.toBe('')
  return mail
}

/** Returns a recipient's emails, newest first. Without a mail server, the app writes emails to a folder. */
export async function mailsTo(email: string, { dataDir }: Place = served()): Promise<string[]> {
  const folder = path.join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names
      .toSorted()
      .toReversed()
      .map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}

export const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

export async function refreshUntil(page: Page, mails: Locator, count: number) {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    // Other tests' emails may have moved this email to the next page.
    const more = page.getByRole('button', { name: 'Load More' })
    if (await more.isVisible()) await more.click()
    // Equal emails in a row are folded.
    const folded = page.getByRole('row').getByRole('button', { expanded: false })
    for (const fold of (await folded.all()).toReversed()) await fold.click()
    await expect(mails).toHaveCount(count, { timeout: 1000 })
  }).toPass()
}
