export const legalKinds = ['terms', 'privacy'] as const
export type LegalKind = (typeof legalKinds)[number]

export const legalTitles: Record<LegalKind, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
}

export interface LegalSection {
  title: string | null
  paragraphs: string[]
}

/** A line that starts with `#` is a heading, and a blank line ends a paragraph. */
export function parseLegalText(text: string): LegalSection[] {
  const sections: LegalSection[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length === 0) return
    if (sections.length === 0) sections.push({ title: null, paragraphs: [] })
    sections.at(-1)?.paragraphs.push(paragraph.join(' '))
    paragraph = []
  }
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isHeading = line.startsWith('#')
    if (isHeading || line === '') endParagraph()
    if (isHeading) sections.push({ title: line.replace(/^#+\s*/, ''), paragraphs: [] })
    else if (line !== '') paragraph.push(line)
  }
  endParagraph()
  return sections
}

/**
 * Company details that appear in the documents as `{company}`, `{email}`, and so on. These placeholders keep the
 * documents up to date.
 */
export interface LegalDetails {
  name: string
  address: string
  email: string
  phone: string
}

export const fillLegalText = (text: string, company: LegalDetails): string =>
  text
    .replaceAll('{company}', () => company.name)
    .replaceAll('{address}', () => company.address)
    .replaceAll('{email}', () => company.email)
    .replaceAll('{phone}', () => company.phone)

/** The version of the built-in documents, which apply until an administrator publishes others. */
export const builtInVersion = '2026-11-23'

/**
 * Returns the version that users accept, such as "3". A built-in document is named too, as in "3+2026-11-23", because it differs
 * between releases.
 */
export function acceptedVersionOf({ terms, privacy }: Record<LegalKind, number>): string {
  const newest = Math.max(terms, privacy)
  if (newest === 0) return builtInVersion
  return Math.min(terms, privacy) === 0 ? `${newest}+${builtInVersion}` : `${newest}`
}

/** Returns the accepted version number. Returns 0 for the built-in documents and if no version was accepted. */
export const versionNumber = (accepted: string | null): number =>
  Number(accepted?.match(/^(\d{1,9})(?:\+|$)/)?.[1] ?? 0)

/** Returns true if an accepted built-in document is this release's. Documents of other releases aren't available. */
export const isBuiltInKnown = (accepted: string | null): boolean =>
  accepted?.split('+').at(-1) === builtInVersion
