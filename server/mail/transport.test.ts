import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { companyOf } from '#contract/company.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openTransport } from './transport.ts'

test("leaves no partial file behind if an email can't be saved", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const transport = openTransport({
    ...{ smtpUrl: null, mailFrom: null, company: companyOf({}, {}), dataDir },
  })
  const createdAt = new Date('2026-01-05T15:04:05Z')
  const mail = { id: '1', recipient: 'ada@example.com', subject: 'One', body: 'A link', createdAt }
  // A folder already has the target file's name, so the email can be written but not renamed.
  const taken = path.join(dataDir, 'mail', '2026-01-05T15-04-05-000Z-1.eml')
  mkdirSync(taken, { recursive: true })
  await expect(transport.send(mail)).rejects.toThrow()
  expect(readdirSync(path.join(dataDir, 'mail'))).toEqual([path.basename(taken)])
  rmSync(taken, { recursive: true })
  await transport.send(mail)
  expect(readdirSync(path.join(dataDir, 'mail'))).toEqual([path.basename(taken)])
  transport.close()
})
