export interface HelpText {
  id: string
  title: string
  paragraphs: readonly string[]
}

export interface HelpGroup {
  title: string
  texts: readonly HelpText[]
}

export const helpIds = {
  kinds: 'soft-and-binding',
  firm: 'your-firm',
  receipts: 'receipts',
  drafts: 'drafts',
  audiences: 'audiences',
  exposure: 'exposure',
  twoFactor: 'two-factor',
  import: 'import',
  backups: 'backups',
} as const
export type HelpId = (typeof helpIds)[keyof typeof helpIds]

/** Returns the help topics that contain every search word. Groups without a match are omitted. */
export function searchHelp(groups: readonly HelpGroup[], search: string): HelpGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ title, paragraphs }: HelpText, group: string) => {
    const whole = [group, title, ...paragraphs].join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  }
  return groups
    .map(({ title, texts }) => ({ title, texts: texts.filter((text) => matches(text, title)) }))
    .filter(({ texts }) => texts.length > 0)
}
