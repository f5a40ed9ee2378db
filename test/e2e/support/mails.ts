/** Emails that the product under test has sent. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { served } from './served.ts'

/** The newest email to an address. Without a mail server, emails are written to a folder. */
export async function newestMailTo(
  email: string,
  { dataDir }: { dataDir: string } = served(),
): Promise<string> {
  const folder = path.join(dataDir, 'mail')
  for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
    if (!name.endsWith('.eml')) continue
    const mail = await readFile(path.join(folder, name), 'utf8')
    if (mail.includes(`To: ${email}`)) return mail
  }
  return ''
}
