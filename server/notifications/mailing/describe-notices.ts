import { pages } from '#contract/pages.ts'
import { formatDay } from '#domain/days.ts'
import { groupBy } from '#domain/groups.ts'
import {
  mailKindNouns,
  mailKinds,
  type MailKind,
  type MailTiming,
} from '#domain/notifications/mail-kinds.ts'
import { dayAt } from '#domain/time-zone.ts'
import {
  onOneLine,
  type MailContent,
  type MailSection,
  type Sender,
} from '#server/mail/mail-content.ts'
import type { Notice, NoticeSender, Reader } from './contents.ts'
import { oneNotice, severalOf, type DescribedNotice } from './notice-texts.ts'

const maxNotices = 50
/** Mail programs truncate longer subjects. */
const subjectLetters = 150

export function describeNotices(
  sender: Sender,
  reader: Reader,
  notices: readonly Notice[],
): MailContent {
  const [first] = notices
  if (!first) throw new Error('An email has no notifications')
  const { kind } = first
  if (notices.length === 1) {
    const { subject, title, place, section, button } = oneNotice(sender, reader, first)
    return {
      ...frame(sender, reader, subject),
      ...{ title, place, button, sections: [section] },
      why: reasonFor(kind, 'now'),
    }
  }
  const subject = severalOf(first.type, notices)
  return {
    ...frame(sender, reader, subject),
    title: subject,
    sections: sectionsOf(sender, reader, notices.slice(0, maxNotices)),
    ...restOf(sender, notices),
    ...(areOfOneLoan(notices) && { button: oneNotice(sender, reader, first).button }),
    why: reasonFor(kind, 'now'),
  }
}

export function describeDigest(
  sender: NoticeSender,
  reader: Reader,
  notices: readonly Notice[],
  at: Date,
): MailContent {
  const byKind = [...groupBy(notices, ({ kind }) => kind)]
    .map(([kind, own]) => ({ kind, own }))
    .toSorted((a, b) => mailKinds.indexOf(a.kind) - mailKinds.indexOf(b.kind))
  const counts = byKind.map(({ kind, own }) => countOf(kind, own.length))
  const shown = byKind.flatMap(({ own }) => own)
  return {
    ...frame(sender, reader, `Daily digest: ${counts.join(', ')}`),
    title: counts.join(', '),
    place: formatDay(dayAt(at, sender.timeZone)),
    sections: sectionsOf(sender, reader, shown.slice(0, maxNotices)),
    ...restOf(sender, shown),
    why: 'You chose a daily digest on your profile.',
  }
}

const frame = ({ publicUrl }: Sender, { firstName }: Reader, subject: string) => ({
  subject: cut(onOneLine(subject)),
  name: firstName,
  links: [{ label: 'Choose what we email you', url: `${publicUrl}${pages.profile}` }],
})

const cut = (text: string) =>
  text.length <= subjectLetters ? text : `${text.slice(0, subjectLetters - 1).trimEnd()}…`

const restOf = ({ publicUrl }: Sender, notices: readonly Notice[]) => {
  const left = notices.length - maxNotices
  return {
    button: { label: 'See All Notifications', url: `${publicUrl}${pages.notifications}` },
    remarks: left > 0 ? [`… and ${left} more.`] : [],
  }
}

/** True if everything in the email is shown on the page of a single loan. */
const areOfOneLoan = (notices: readonly Notice[]) =>
  notices.length <= maxNotices &&
  notices.every(
    ({ loan, receiptId }) => loan && receiptId === null && loan.id === notices[0]?.loan?.id,
  )

/** Notices about the same loan share a section, unless they have separate figures. */
function sectionsOf(sender: Sender, reader: Reader, notices: readonly Notice[]): MailSection[] {
  const described = notices.map((notice) => ({ notice, ...oneNotice(sender, reader, notice) }))
  const sections = new Map<string, DescribedNotice & { notice: Notice }>()
  for (const [index, each] of described.entries()) {
    const { notice, section } = each
    const { loan, type } = notice
    const isOwn = !loan || type === 'newLoan' || notice.receiptId !== null
    const key = isOwn ? `${index}` : loan.id
    const known = sections.get(key)
    const sentences = [...(known?.section.sentences ?? []), ...(section.sentences ?? [])]
    sections.set(key, { ...(known ?? each), section: { ...section, sentences } })
  }
  return [...sections.values()].map(({ notice, title, place, section, button }) => {
    const isNews = notice.type === 'newLoan'
    const isOfLoan = notice.loan !== null && !isNews && notice.receiptId === null
    return {
      ...section,
      title,
      place,
      // An administrator's email about several notifications omits the totals of each book.
      figures: isOfLoan && reader.isAdmin ? [] : (section.figures ?? []),
      url: button?.url,
    }
  })
}

const reasonFor = (kind: MailKind, timing: MailTiming): string =>
  kind === 'money'
    ? "You get this email because it's about your own commitments or your account."
    : timing === 'now'
      ? `You get emails about ${mailKindNouns[kind]} as they happen.`
      : `You get emails about ${mailKindNouns[kind]} once a day.`

const countOf = (kind: MailKind, count: number) => {
  const [one, many] = nouns[kind]
  return `${count} ${count === 1 ? one : many}`
}
const nouns: Record<MailKind, readonly [one: string, many: string]> = {
  money: ['update', 'updates'],
  newLoans: ['new loan', 'new loans'],
  documents: ['document update', 'document updates'],
  questions: ['message', 'messages'],
  events: ['event', 'events'],
}
