/** The subject, heading, figures, and button for each type of notification. */
import { notificationTarget } from '#contract/notifications/target.ts'
import { pages } from '#contract/pages.ts'
import { describeAct, type ActFacts } from '#domain/book/receipt-facts.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import {
  creditOf,
  formatRatio,
  leadingDebtYield,
  leadingDscr,
} from '#domain/loans/credit/credit.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { newLoanSubject } from '#domain/loans/credit/new-loan-subject.ts'
import { cityOf } from '#domain/loans/property/addresses.ts'
import { formatTerm, loanCan } from '#domain/loans/statuses.ts'
import {
  availablePercent,
  formatCents,
  formatDollars,
  formatExactRate,
  formatPart,
  formatRate,
  formatShare,
  formatShortly,
  isAboveZero,
  subtractMoney,
} from '#domain/money.ts'
import { matchPrefix } from '#domain/notifications/mail-kinds.ts'
import { notificationHeadings, type BatchedType } from '#domain/notifications/types.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'
import {
  onOneLine,
  type MailLink,
  type MailSection,
  type Sender,
} from '#server/mail/mail-content.ts'
import { figuresOfReceipt } from '#server/mail/mail-texts.ts'
import type { Notice, Reader } from './contents.ts'

export interface DescribedNotice {
  subject: string
  title: string
  place: string | undefined
  section: MailSection
  button: MailLink | undefined
}

export function oneNotice(sender: Sender, reader: Reader, notice: Notice): DescribedNotice {
  const { type, loan } = notice
  const message = onOneLine(notice.message)
  const facts = notice.act && describeAct(notice.act, sender.company.name)
  const isAboutBook = reader.isAdmin && !facts && loan !== null && typesWithTotals.includes(type)
  const target = isAboutBook
    ? pages.book.replace(':id', loan.id)
    : notificationTarget(notice, reader.isAdmin)
  const url = `${sender.publicUrl}${target ?? pages.notifications}`
  const about = {
    title: onOneLine(facts?.loanTitle ?? loan?.title ?? notificationHeadings[type].one),
    place: loan ? placeOf(loan) : undefined,
    button: { label: isAboutBook ? 'Open Book' : labelOf(notice), url },
  }
  if (facts)
    return {
      ...about,
      subject: subjectOfReceipt(type, facts),
      section: {
        // The reference is among the figures, the heading names the loan, and the recipient is the lender.
        sentences: [underTitle(message.replace(/\. Receipt \S+$/, ''), about.title)],
        figures: [
          ...figuresOfReceipt(facts).filter(([label]) => label !== 'Loan' && label !== 'Lender'),
          ...(loan ? datesOf(loan) : []),
        ],
      },
    }
  if (type === 'newLoan' && loan)
    return {
      ...about,
      place: ['New loan', about.place].filter(Boolean).join(' · '),
      subject: newLoanSubject(loan),
      section: { figures: figuresOfNewLoan(loan), notes: matchIn(message, loan.title) },
    }
  return {
    ...about,
    subject: shorten(subjectOf(notice, message, sender)),
    section: {
      // The message's first sentence is omitted if it is the heading.
      sentences: [
        inNameOfDesk(
          underTitle(
            message.startsWith(`${about.title}. `)
              ? message.slice(about.title.length + 2)
              : message,
            about.title,
            notice.kind !== 'questions',
          ),
          notice,
          sender,
        ),
      ],
      figures: loan ? figuresOfNotice(notice, loan) : [],
    },
  }
}

/** Phones and many mail programs truncate subjects that are longer than this. */
const glanceLetters = 78

/** Shortens a long subject by removing the amounts of shares, which are also in the email. */
const shorten = (subject: string) =>
  subject.length <= glanceLetters
    ? subject
    : subject.replaceAll(/(\d%) \(\$[\d,.]+\)/g, '$1').replace(/, (?:not )?binding$/, '')

/**
 * Omits the loan's title, which is in the heading, and adds a missing final period. User-written text comes last, so
 * only the first mention is omitted, and a quotation at the end gets no period.
 */
function underTitle(message: string, title: string, isOurs = true): string {
  const mentions: [text: string, instead: string][] = [
    [` on ${title}:`, ':'],
    [` about ${title}:`, ':'],
    ...(isOurs
      ? ([
          [`added to ${title}`, 'added'],
          [`The terms of ${title} changed`, 'The terms changed'],
          [`) of ${title}`, ')'],
          [`) to ${title}`, ')'],
          [`commitment to ${title}`, 'commitment'],
        ] satisfies [string, string][])
      : []),
  ]
  const first = mentions
    .map(([text, instead]) => ({ text, instead, at: message.indexOf(text) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)[0]
  const sentence = first ? message.replace(first.text, () => first.instead) : message
  return !isOurs || /[.!?…”"]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Returns "Harborline Capital, Olga Reyes: Closing moves." for "Olga Reyes announces: Closing moves." */
function inNameOfDesk(sentence: string, { type, userName }: Notice, sender: Sender): string {
  if ((type !== 'reply' && type !== 'announcement') || userName === null) return sentence
  const verb = [' announces: ', ' answers you: ', ' writes to you: '].find((each) =>
    sentence.startsWith(`${userName}${each}`),
  )
  if (!verb) return sentence
  return `${nameOfDesk(userName, sender)}: ${sentence.slice(userName.length + verb.length)}`
}

/** The first administrator is named Administrator until the profile has a person's name. */
const nameOfDesk = (userName: string, { company }: Sender) =>
  userName === 'Administrator' ? company.name : `${company.name}, ${userName}`

const placeOf = ({ propertyType, propertyAddress }: LoanRow): string | undefined =>
  [propertyType, cityOf(propertyAddress)].filter(Boolean).join(' · ') || undefined

function subjectOfReceipt(type: BatchedType, { percent, amount, loanTitle }: ActFacts): string {
  const word = {
    commitmentRecorded: 'Recorded for you',
    commitmentChanged: 'Changed for you',
    commitmentWithdrawn: 'Withdrawn for you',
    commitmentMadeBinding: 'Made binding for you',
    commitmentReleased: 'Released',
    offerAnswered: 'Answered for you',
    commitmentLapsed: 'Lapsed',
    termsAnswered: 'Recorded for you',
    takenOver: 'Taken over',
  }[type as string]
  return `${word ?? 'Receipt'}: ${formatPart(percent, amount)} of ${loanTitle}`
}

function subjectOf({ type, loan, userName, own }: Notice, message: string, sender: Sender): string {
  const title = loan?.title
  if (type === 'approved') return `Your account at ${sender.company.name} was approved`
  if (type === 'registration') return userName ? `${userName} awaits approval` : message
  if (type === 'loanRemoved')
    return message.replace(
      /, (?:along with your commitment to it|and your commitment to it with it)\.$/,
      '',
    )
  if (!loan || title === undefined) return message
  if (type === 'question') return `${userName ?? 'A lender'} asks about ${title}`
  if (type === 'reply') {
    const isNamed = userName !== null && userName !== 'Administrator'
    return `${isNamed ? userName : sender.company.name} writes to you about ${title}`
  }
  if (type === 'announcement') return `Announcement about ${title}`
  if (type === 'termsChanged') return `The terms of ${title} changed`
  if (type === 'termsProposed') return `Please confirm the new terms of ${title}`
  if (type === 'termsSoon') return `24 hours left to confirm the new terms of ${title}`
  if (type === 'termsApplied') return `The new terms of ${title} are in effect`
  if (type === 'termsCancelled') return `The new terms of ${title} are canceled`
  if (type === 'amountRounded')
    return own
      ? `Your amount in ${title} is now ${formatCents(own.bindingAmount)}`
      : `Your amount in ${title} changed`
  if (type === 'loanFullyCommitted')
    return `${title} is fully committed: ${formatShortly(loan.amount)}`
  return message
}

const labels: Partial<Record<BatchedType, string>> = {
  question: 'Answer',
  documentAdded: 'Open Documents',
  registration: 'Review Registration',
  approved: 'Browse Loans',
}

function labelOf({ type, receiptId, relatedLoanId, relatedUserId }: Notice): string {
  if (receiptId) return 'Open Receipt'
  if (labels[type]) return labels[type]
  if (relatedLoanId) return 'Open Loan'
  return relatedUserId ? 'Open Account' : 'Open Notifications'
}

type Figures = NonNullable<MailSection['figures']>

function figuresOfNewLoan(loan: LoanRow): Figures {
  const credit = creditOf(loan)
  const [dscr, debtYield] = [leadingDscr(credit), leadingDebtYield(credit)]
  return [
    ['Amount', formatDollars(loan.amount)],
    ['Rate', formatExactRate(exactRate(loan))],
    ['Term', formatTerm(loan.term)],
    ...(loan.ltv ? [['LTV', formatRate(loan.ltv)] as const] : []),
    ...(dscr ? [['DSCR', formatRatio(dscr)] as const] : []),
    ...(debtYield ? [['Debt yield', formatRate(debtYield)] as const] : []),
    ...datesOf(loan),
  ]
}

/** The dates of a loan that isn't funded. */
const datesOf = ({ status, commitmentDeadline, closingDate }: LoanRow): Figures =>
  loanCan('commit', status)
    ? [
        ...(commitmentDeadline
          ? [['Commitments due', formatMoment(commitmentDeadline)] as const]
          : []),
        ...(closingDate ? [['Closing', formatDay(closingDate)] as const] : []),
      ]
    : []

/** The recipient's own shares, without those that are zero. */
function positionOf({ own }: Notice): Figures {
  if (!own) return []
  const shares = [
    ['Your binding share', own.bindingPercentage, own.bindingAmount],
    ['Your soft share', own.softPercentage, own.softAmount],
  ] as const
  return shares
    .filter(([, share]) => isAboveZero(share))
    .map(([label, share, amount]) => [label, formatPart(share, amount)])
}

/** The figures by which a lender decides, or the totals of the book for administrators. */
function figuresOfNotice(notice: Notice, loan: LoanRow): Figures {
  const { type } = notice
  if (typesForLenders.includes(type))
    return [
      ...positionOf(notice),
      ...(type === 'termsChanged' ? totalsOf(loan) : [...availableIn(loan), ...datesOf(loan)]),
    ]
  return typesWithTotals.includes(type) ? [...totalsOf(loan), ...softIn(loan)] : []
}

/** Soft interest, by which administrators decide whom to ask next. */
const softIn = ({ softPercentage }: LoanRow): Figures =>
  isAboveZero(softPercentage) ? [['Soft interest', formatShare(softPercentage)]] : []

function availableIn(loan: LoanRow): Figures {
  if (!loanCan('commit', loan.status)) return []
  const amount = subtractMoney(loan.amount, loan.committedAmount)
  const share = availablePercent(loan.committedPercentage)
  return [['Available', `${formatDollars(amount)} (${formatShare(share)})`]]
}

function totalsOf(loan: LoanRow): Figures {
  return [
    ['Loan amount', formatDollars(loan.amount)],
    ['Rate', formatExactRate(exactRate(loan))],
    [
      'Committed',
      `${formatDollars(loan.committedAmount)} (${formatShare(loan.committedPercentage)})`,
    ],
    ...availableIn(loan),
    ...datesOf(loan),
  ]
}
const typesForLenders: readonly BatchedType[] = [
  ...(['documentAdded', 'reply', 'announcement', 'termsChanged', 'amountRounded'] as const),
  ...(['deadlineSoon', 'allocated', 'offerSoon', 'offerEnded'] as const),
  ...(['termsProposed', 'termsSoon', 'termsApplied', 'termsCancelled'] as const),
]
const typesWithTotals: readonly BatchedType[] = [
  ...(['commitmentMade', 'commitmentChanged', 'commitmentWithdrawn'] as const),
  ...(['commitmentMadeBinding', 'lenderPassed', 'loanFullyCommitted'] as const),
  ...(['offerAnswered', 'deadlinePassed', 'termsAnswered'] as const),
]

/** Skips the title, which begins the message and could contain the same words. */
const matchIn = (message: string, title: string): string[] => {
  const at = message.indexOf(matchPrefix, title.length)
  return at < 0 ? [] : [message.slice(at)]
}

export function severalOf(type: BatchedType, notices: readonly Notice[]): string {
  const count = `${notices.length} ${nouns[type]}`
  const titles = [
    ...new Set(notices.flatMap(({ act, loan }) => act?.loanTitle ?? loan?.title ?? [])),
  ]
  const [first] = titles
  if (first === undefined) return count
  const others = titles.length - 1
  return `${count}: ${first}${others === 0 ? '' : others === 1 ? ' and 1 other' : ` and ${others} others`}`
}

const nouns: Record<BatchedType, string> = {
  registration: 'lenders await approval',
  commitmentMade: 'new commitments',
  commitmentChanged: 'changed soft commitments',
  commitmentWithdrawn: 'withdrawn soft commitments',
  commitmentMadeBinding: 'soft commitments made binding',
  lenderPassed: 'passes',
  question: 'questions',
  loanFullyCommitted: 'loans fully committed',
  approved: 'approvals',
  firmMemberJoined: 'colleagues joined',
  newLoan: 'new loans',
  documentAdded: 'document updates',
  reply: 'messages to you',
  announcement: 'announcements',
  termsChanged: 'changes of terms',
  amountRounded: 'rounded amounts',
  receipt: 'receipts',
  commitmentRecorded: 'commitments recorded for you',
  commitmentReleased: 'released commitments',
  loanRemoved: 'loans removed',
  accessAsked: 'requests for access',
  accessGranted: 'loans that you have access to',
  accessRefused: 'refused requests for access',
  offerAnswered: 'answers to offers',
  deadlinePassed: 'commitment deadlines that passed',
  deadlineSoon: 'commitment deadlines',
  allocated: 'allocations',
  offerSoon: 'offers that end soon',
  offerEnded: 'changes of offers',
  termsProposed: 'new terms to confirm',
  termsSoon: 'new terms to confirm soon',
  termsAnswered: 'answers to new terms',
  termsApplied: 'new terms in effect',
  termsCancelled: 'canceled terms',
  commitmentLapsed: 'lapsed commitments',
  bookClosed: 'closed books',
  bookReopened: 'reopened books',
  instructionsReady: 'funding instructions',
  instructionsChanged: 'changed funding instructions',
  calledBack: 'call-backs',
  fundsReceived: 'receipts of money',
  receiptReversed: 'reversed receipts of money',
  allFundsReceived: 'loans whose money has come',
  takenOver: 'shares taken over',
  registerChanged: 'changed registers',
}
