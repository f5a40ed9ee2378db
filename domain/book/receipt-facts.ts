/** Derives a receipt's content from an action's audit entry (decision 24). */
import { formatTerm } from '#domain/loans/statuses.ts'
import {
  formatCents,
  formatPart,
  formatRate,
  formatShare,
  parseMoney,
  parsePercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import {
  receiptKinds,
  receiptReference,
  type ReceiptAct,
  type ReceiptKind,
  type receiptVersions,
} from './receipts.ts'

const actOfEntry: Record<string, ReceiptAct> = {
  commitmentMade: 'committed',
  commitmentChanged: 'changed',
  commitmentMadeBinding: 'made_binding',
  commitmentWithdrawn: 'withdrawn',
  commitmentReleased: 'released',
  commitmentLapsed: 'lapsed',
  offerAccepted: 'accepted',
  offerDeclined: 'declined',
  termsConfirmed: 'terms_confirmed',
  termsDeclined: 'terms_declined',
  callBackRecorded: 'called_back',
}
export const entriesWithReceipt = Object.keys(actOfEntry)

type Values = Readonly<Record<string, unknown>> | null

/** The audit entry of an action, with the names at the time of the action. */
export interface ActEntry {
  id: string
  kind: string
  /** The time in ISO 8601, in UTC, with microseconds. */
  at: string
  actorId: string | null
  actorName: string | null
  personId: string | null
  personName: string | null
  loanId: string | null
  loanTitle: string | null
  before: Values
  after: Values
}

interface ActFigures {
  percent: Percent
  amount: Money
  kind: ReceiptKind
}

/** None has an account number. */
interface CallFacts {
  instructionsVersion: string
  spokeWith: string
  phone: string
  calledAt: string
}

/** A receipt without its position in the hash chain, which is assigned about a second later. */
export interface ActFacts extends ActFigures {
  version: (typeof receiptVersions)[number]
  id: string
  reference: string
  act: ReceiptAct
  issuer: string
  loanId: string
  loanTitle: string
  lenderId: string
  lenderName: string
  loanAmount?: Money | undefined
  rate?: Percent | undefined
  /** The term in months. */
  term?: string | undefined
  before?: ActFigures | undefined
  reason?: string | undefined
  madeBy: string
  onWhoseWord?: string | undefined
  /** The telephone call by which a lender verified the funding instructions. */
  call?: CallFacts | undefined
  madeAt: string
}

/** Returns the content of an action's receipt, or null if the entry has no receipt. */
export function describeAct(entry: ActEntry, issuer: string): ActFacts | null {
  const { id, personId, personName, loanId, loanTitle } = entry
  const act = actOfEntry[entry.kind]
  const now = figuresOf(entry.after)
  if (!act || !now || !personId || !personName || !loanId || loanTitle === null) return null
  const firm = textOf(entry.after, 'firm')
  const hasBefore = actsWithBefore.includes(act)
  const call = act === 'called_back' ? callOf(entry.after) : undefined
  return {
    version: call ? '2' : '1',
    id,
    reference: receiptReference(id),
    act,
    issuer,
    loanId,
    loanTitle,
    lenderId: personId,
    lenderName: firm ?? personName,
    ...now,
    loanAmount: moneyOf(entry.after, 'loanAmount'),
    rate: percentOf(entry.after, 'interestRate'),
    term: textOf(entry.after, 'term'),
    before: (hasBefore && figuresOf(entry.before)) || undefined,
    reason: textOf(entry.after, 'reason'),
    // A firm with a name is the lender, so the person who acted for it is named.
    madeBy:
      entry.actorId === personId && firm === undefined ? 'lender' : (entry.actorName ?? issuer),
    onWhoseWord: textOf(entry.after, 'onWhoseWord'),
    call,
    madeAt: entry.at,
  }
}

const actsWithBefore: readonly ReceiptAct[] = [
  ...(['changed', 'made_binding', 'accepted', 'terms_confirmed', 'terms_declined'] as const),
]

function figuresOf(values: Values): ActFigures | null {
  const [percent, amount] = [percentOf(values, 'percentage'), moneyOf(values, 'amount')]
  const kind = receiptKinds.find((each) => each === values?.['kind'])
  return percent && amount && kind ? { percent, amount, kind } : null
}

function callOf(values: Values): CallFacts | undefined {
  const [instructionsVersion, spokeWith] = [textOf(values, 'version'), textOf(values, 'spokeWith')]
  const [phone, calledAt] = [textOf(values, 'phone'), textOf(values, 'calledAt')]
  return instructionsVersion && spokeWith && phone && calledAt
    ? { instructionsVersion, spokeWith, phone, calledAt }
    : undefined
}

function textOf(values: Values, name: string): string | undefined {
  const value = values?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
const moneyOf = (values: Values, name: string) =>
  parseMoney(textOf(values, name) ?? '') ?? undefined
const percentOf = (values: Values, name: string) =>
  parsePercent(textOf(values, name) ?? '') ?? undefined

/**
 * The labels and values of a receipt, for screens, emails, and PDFs. Emails and PDFs use UTC, because the reader's time
 * zone isn't known.
 */
export function factsOfReceipt(
  facts: ActFacts,
  formatTime: (at: string) => string = formatUtcTime,
): [string, string][] {
  const { before, loanAmount, rate, term, reason, onWhoseWord, call } = facts
  const lines: [string, string | undefined][] = [
    ['Loan', facts.loanTitle],
    ['Lender', facts.lenderName],
    ['Share', `${formatShare(facts.percent)}, ${facts.kind}`],
    ['Amount', formatCents(facts.amount)],
    ['Before', before && `${formatPart(before.percent, before.amount)}, ${before.kind}`],
    ['Loan amount', loanAmount && formatCents(loanAmount)],
    ['Rate', rate && formatRate(rate)],
    ['Term', term && formatTerm(Number(term))],
    ['Reason', reason],
    ['Instructions', call && `Version ${call.instructionsVersion}`],
    ['Spoke with', call?.spokeWith],
    ['Number called', call?.phone],
    ['Time of the call', call && formatTime(call.calledAt)],
    ['Made by', describeMaker(facts)],
    ['On the word of', onWhoseWord],
    ['Time', formatTime(facts.madeAt)],
    ['Reference', facts.reference],
  ]
  return lines.filter((line): line is [string, string] => Boolean(line[1]))
}

export const factsBelowHead = (...given: Parameters<typeof factsOfReceipt>) =>
  factsOfReceipt(...given).filter(([name]) => !inHead.includes(name))
const inHead = ['Loan', 'Share', 'Amount', 'Reference']

const describeMaker = ({ madeBy, lenderName }: ActFacts) =>
  madeBy === 'lender' ? lenderName : `${madeBy} for ${lenderName}`

function formatUtcTime(at: string): string {
  const parts = Object.fromEntries(
    utcFormat()
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  const { month, day, year, hour, minute, second, dayPeriod } = parts
  return `${month} ${day}, ${year} ${hour}:${minute}:${second} ${dayPeriod} UTC`
}
/**
 * The text is built from parts, because some ICU versions put a narrow no-break space before AM and PM, and the PDF
 * fonts don't have that character.
 */
const utcFormat = () =>
  new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone: 'UTC' },
  })
