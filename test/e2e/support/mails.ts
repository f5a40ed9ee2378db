/** Emails that the product under test has sent. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from './desk.ts'
import { served } from './served.ts'

type Place = { dataDir: string }

/**
 * Waits for an email to an address that contains this text, and returns the newest one. Others may come
 * at any moment: every approved lender is told of the loans that other tests make.
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

/** All emails to an address, newest first. Without a mail server, emails are written to a folder. */
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
