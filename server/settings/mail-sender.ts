/**
 * Checks that emails are sent from the operator's own address, because mail servers reject other senders or treat their
 * emails as spam.
 */
import { exampleCompany } from '#contract/company.ts'
import type { Config } from '#server/config/config.ts'
import { transportOf } from '#server/mail/transport.ts'
import { sampleCompany } from '#server/sample/sample-data.ts'

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'company'>

export function missingForMail(settings: MailSettings): 'server' | 'sender' | null {
  if (transportOf(settings) === 'folder') return 'server'
  const { mailFrom, company } = settings
  const isOwn = ![exampleCompany.email, sampleCompany.email].includes(company.email)
  return mailFrom !== null || isOwn ? null : 'sender'
}

export const senderWarnings = (settings: MailSettings): string[] =>
  missingForMail(settings) === 'sender'
    ? [
        `SMTP_URL is set, but MAIL_FROM isn't: emails leave from ${settings.company.email}, which isn't yours, so mail servers refuse them or take them for spam. Set MAIL_FROM, or enter your company's email under Settings.`,
      ]
    : []
