/** Emails other than notifications, and parts that several emails share. */
import { pages } from '#contract/pages.ts'
import { factsOfReceipt, type ActFacts } from '#domain/book/receipt-facts.ts'
import { audit } from '#server/database/schema/audit.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { sql } from 'drizzle-orm'
import { onOneLine, type MailContent, type Sender } from './mail-content.ts'

export const plainMail = (
  subject: string,
  sentences: readonly string[],
  parts: Partial<MailContent> = {},
): MailContent => ({ subject, title: subject, name: null, sections: [{ sentences }], ...parts })

export const passwordResetSubject = ({ company }: Sender) =>
  `Choose a new password for ${company.name}`

/**
 * An email with a password link. It omits the name, because a stranger could register someone else's address and enter
 * a message as the name.
 */
export const passwordResetMail = (sender: Sender, token: string, returnTo: string | null) =>
  plainMail(
    passwordResetSubject(sender),
    [`Someone requested a new password for your account at ${sender.company.name}.`],
    {
      button: { label: 'Choose a New Password', url: resetAddress(sender, token, returnTo) },
      remarks: [
        "The link works once, within an hour. If you didn't request it, ignore this email: your password won't change.",
      ],
    },
  )

export const resetAddress = (
  { publicUrl }: Pick<Sender, 'publicUrl'>,
  token: string,
  returnTo: string | null = null,
) =>
  `${publicUrl}${pages.resetPassword}?token=${encodeURIComponent(token)}${returnTo ? `&to=${returnTo}` : ''}`

export const testMail = (sender: Sender) =>
  plainMail(`Test email from ${sender.company.name}`, [
    'You sent this from the Mail Outbox, to see whether email arrives. It does.',
  ])

export const contactParagraph = ({ company }: Sender) =>
  `If you have questions, or think this is a mistake, write to ${company.email} or call ${company.phone}.`

export const actColumns = sql`json_build_object(
  'id', ${audit.id}, 'kind', ${audit.kind}, 'at', ${utcText(audit.at)},
  'actorId', ${audit.actorId}, 'actorName', ${audit.actorName},
  'personId', ${audit.personId}, 'personName', ${audit.personName},
  'loanId', ${audit.loanId}, 'loanTitle', ${audit.loanTitle},
  'before', ${audit.before}, 'after', ${audit.after})`

export const figuresOfReceipt = (facts: ActFacts): [label: string, value: string][] =>
  factsOfReceipt(facts).map(([label, value]) => [label, onOneLine(value)])
