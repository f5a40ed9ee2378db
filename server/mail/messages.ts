/** What the mails say. */
import { pages } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'

export interface NewMail {
  to: string
  subject: string
  /** Plain text. */
  body: string
}

export type Sender = Pick<Config, 'company' | 'publicUrl'>

export const passwordResetSubject = ({ company }: Sender) =>
  `Choose a new password for ${company.name}`

/**
 * The mail with the link for a new password. No name is in it: whoever registers somebody else's
 * address chooses the name, and could otherwise write to that person through us.
 */
export const passwordResetText = (sender: Sender, token: string) =>
  letter(
    sender,
    `A new password was asked for the account of this address at ${sender.company.name}.
To choose one, open this link:`,
    resetAddress(sender, token),
    `It works once and for an hour. If you did not ask for it, you need not do
anything: your password stays as it is.`,
  )

/** Tells a person that the second factor of the own account was taken away. */
export function twoFactorRemovedMail(sender: Sender, to: string): NewMail {
  const { company, publicUrl } = sender
  return {
    to,
    subject: `Two-factor sign-in was turned off at ${company.name}`,
    body: letter(
      sender,
      `An administrator turned two-factor sign-in off for the account of this address
at ${company.name}: your password alone signs you in now, and your other
sign-ins have ended.`,
      `You can set it up again on your profile:
${publicUrl}${pages.profile}`,
      `If you did not ask for this, please tell us.`,
    ),
  }
}

/** Where a reset link leads. */
export const resetAddress = ({ publicUrl }: Pick<Sender, 'publicUrl'>, token: string) =>
  `${publicUrl}${pages.resetPassword}?token=${encodeURIComponent(token)}`

/** The text of a mail: a greeting, its paragraphs, and who sends it. */
export const letter = ({ company, publicUrl }: Sender, ...paragraphs: string[]) =>
  [
    'Hello,',
    ...paragraphs,
    [company.name, company.address, `${company.email}, ${company.phone}`, publicUrl].join('\n'),
  ].join('\n\n')
