import { pages } from '#contract/pages.ts'
import type { Config } from '#server/config/config.ts'
import { factsOfReceipt, type ActFacts } from '#domain/book/receipt-facts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql } from 'drizzle-orm'

export interface NewMail {
  to: string
  subject: string
  body: string
}

export type Sender = Pick<Config, 'company' | 'publicUrl'>

export const passwordResetSubject = ({ company }: Sender) =>
  `Choose a new password for ${company.name}`

/**
 * An email with a password link. It contains no name, because a stranger could register someone's address with a
 * message in place of the name.
 */
export const passwordResetText = (sender: Sender, token: string, returnTo: string | null) =>
  emailBody(
    sender,
    `Someone requested a new password for your account at ${sender.company.name}.
To choose one, open this link:`,
    resetAddress(sender, token, returnTo),
    `It works once, within an hour. If you didn't request it, ignore this email:
your password won't change.`,
  )

export const resetAddress = (
  { publicUrl }: Pick<Sender, 'publicUrl'>,
  token: string,
  returnTo: string | null = null,
) =>
  `${publicUrl}${pages.resetPassword}?token=${encodeURIComponent(token)}${returnTo ? `&to=${returnTo}` : ''}`

export const testMail = (sender: Sender) => ({
  subject: `Test email from ${sender.company.name}`,
  body: emailBody(
    sender,
    'You sent this from the Mail Outbox, to see whether email arrives. It does.',
  ),
})

export const emailBody = (sender: Sender, ...paragraphs: string[]) =>
  emailTo(null, sender, ...paragraphs)

export const emailTo = (
  name: string | null,
  { company, publicUrl }: Sender,
  ...paragraphs: string[]
) =>
  [
    name === null ? 'Hello,' : `Hello ${name},`,
    ...paragraphs,
    [company.name, company.address, `${company.email}, ${company.phone}`, publicUrl].join('\n'),
  ].join('\n\n')

export const contactParagraph = ({ company }: Sender) =>
  `If you have questions, or think this is a mistake, write to ${company.email}
or call ${company.phone}.`

export const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

export const actColumns = sql`json_build_object(
  'id', ${audit.id}, 'kind', ${audit.kind}, 'at', ${utcText(audit.at)},
  'actorId', ${audit.actorId}, 'actorName', ${audit.actorName},
  'personId', ${audit.personId}, 'personName', ${audit.personName},
  'loanId', ${audit.loanId}, 'loanTitle', ${audit.loanTitle},
  'before', ${audit.before}, 'after', ${audit.after})`

/**
 * Formats lines such as "Amount: $250,000.00", as on the receipt. The email and the receipt are built from the same
 * entry.
 */
export const linesOfReceipt = (facts: ActFacts): string[] =>
  factsOfReceipt(facts).map(([label, value]) => `  ${label}: ${onOneLine(value)}`)
