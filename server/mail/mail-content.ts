/** The description of an email, from which the text and HTML versions are rendered. */
import type { Config } from '#server/config/config.ts'

export type Sender = Pick<Config, 'company' | 'publicUrl'>

export interface MailLink {
  label: string
  url: string
}

export interface MailSection {
  /** Omitted if the email has only one section, which then has the email's title. */
  title?: string | undefined
  place?: string | undefined
  url?: string | undefined
  sentences?: readonly string[]
  figures?: readonly (readonly [label: string, value: string])[]
  /** The text after the figures. */
  notes?: readonly string[]
}

export interface MailContent {
  subject: string
  /** The heading, and the smaller text after it, such as "Hospitality · Savannah, GA". */
  title: string
  place?: string | undefined
  /** The recipient's first name. Null if the owner of the address isn't known. */
  name: string | null
  sections: readonly MailSection[]
  button?: MailLink | undefined
  /** The text after the button. */
  remarks?: readonly string[]
  why?: string | undefined
  /** Small links at the end of the email, such as an unsubscribe link. */
  links?: readonly MailLink[]
  /** The one-click unsubscribe URL (RFC 8058). */
  switchUrl?: string | undefined
}

export interface WrittenMail {
  subject: string
  body: string
  html: string
}

export const greetingOf = ({ name }: Pick<MailContent, 'name'>) =>
  name === null ? 'Hello,' : `Hello ${name},`

export const linesOfSender = ({ company, publicUrl }: Sender) => [
  company.name,
  company.address,
  `${company.email}, ${company.phone}`,
  publicUrl,
]

/** Renders both versions. The HTML renderer is loaded with the first email. */
export async function writeMail(sender: Sender, content: MailContent): Promise<WrittenMail> {
  const { htmlOf } = await import('./MailDocument.tsx')
  return {
    subject: content.subject,
    body: textOf(sender, content),
    html: htmlOf(sender, content),
  }
}

export function textOf(sender: Sender, content: MailContent): string {
  const { title, place, subject, sections, button, remarks = [], why, links = [] } = content
  // The heading is omitted from the text if the subject already contains it.
  const head = [
    ...(subject === title || subject.endsWith(`: ${title}`) ? [] : [title]),
    ...(place ? [place] : []),
  ]
  return [
    greetingOf(content),
    head.join('\n'),
    ...sections.map(textOfSection),
    textOfLink(button),
    ...remarks,
    [why, ...links.map(textOfLink)].filter(Boolean).join('\n'),
    linesOfSender(sender).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function textOfSection(section: MailSection): string {
  const { title, place, url, sentences = [], figures = [], notes = [] } = section
  return [
    title,
    place,
    sentences.join(title === undefined ? '\n\n' : '\n'),
    ...figures.map(([label, value]) => `  ${label}: ${onOneLine(value)}`),
    ...notes,
    url,
  ]
    .filter(Boolean)
    .join('\n')
}

const textOfLink = (link: MailLink | undefined) => link && `${link.label}:\n${link.url}`

export const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
