/** One-line summaries of audit entries, such as "Amount $2,500,000 → $2,750,000". */
import { isLongText, loanFieldNames, loanFields } from '#domain/loans/fields.ts'
import { signInFailures, type AuditKind } from './kinds.ts'
import { fieldName, formatFieldValue, labelFrom } from './values.ts'

type Values = Record<string, unknown> | null

export interface RecordedEntry {
  kind: AuditKind
  before: Values
  after: Values
}

const maxFields = 3
const maxValueLength = 60
/** Long texts, lists, and URLs. The summary says that they changed but omits their values. */
const longTexts: readonly string[] = [
  ...loanFieldNames.filter((field) => isLongText(loanFields[field])),
  ...['imageUrl', 'caption', 'logoUrl', 'columns'],
]
const besides = ['version', 'softAmounts', 'bindingAmounts']

/** Returns null if the name of the entry's type is descriptive enough. */
export function summarizeEntry(entry: RecordedEntry): string | null {
  const summarize = summaries[entry.kind] ?? summarizeChanges
  return summarize(entry)
}

type Summarize = (entry: RecordedEntry) => string | null

const summaries: Partial<Record<AuditKind, Summarize>> = {
  signedIn: ({ after }) => valueOf(after, 'secondFactor'),
  signInFailed: ({ after }) => labelFrom(signInFailures, after?.['reason']),
  registered: ({ after }) => valueOf(after, 'email'),
  sessionEnded: ({ before }) => counted(before?.['signIns'], 'sign-in'),
  recoveryCodeUsed: ({ after }) => withWord(counted(after?.['codesLeft'], 'code'), 'left'),
  accountDeleted: ({ before }) => valueOf(before, 'email'),
  loanCreated: ({ after }) => joined(valuesOf(after, ['amount', 'interestRate', 'term']), ' · '),
  loanPublished: ({ after }) => withWord(counted(after?.['notifiedLenders'], 'lender'), 'notified'),
  loanUnpublished: () => null,
  loanDeleted: ({ before }) => summarizeDeleted(before),
  commitmentMade: ({ after }) => {
    const amount = valueOf(after, 'amount')
    return joined([positionOf(after), amount && `(${amount})`], ' ')
  },
  commitmentChanged: ({ before, after }) =>
    fromTo(positionOf(before), valueOf(after, 'percentage')),
  commitmentMadeBinding: ({ before, after }) =>
    fromTo(positionOf(before), positionOf(after)?.toLowerCase() ?? null),
  commitmentWithdrawn: summarizeEnd,
  commitmentReleased: summarizeEnd,
  commitmentLapsed: summarizeEnd,
  termsConfirmed: summarizeAnswer,
  termsDeclined: summarizeAnswer,
  holdSet: ({ before, after }) =>
    fromTo(valueOf(before, 'percentage') ?? '0%', valueOf(after, 'percentage') ?? '0%'),
  allocationSaved: summarizeAllocation,
  allocationDeleted: () => null,
  allocationApproved: () => null,
  allocationPublished: summarizeAllocation,
  allocationEnded: summarizeAllocation,
  offerAccepted: ({ after }) => positionOf(after),
  offerDeclined: ({ after }) => valueOf(after, 'percentage'),
  letterDownloaded: ({ after }) => withWord('Round', valueOf(after, 'round')),
  lenderPassed: ({ after }) => valueOf(after, 'reason'),
  passTakenBack: ({ before }) => valueOf(before, 'reason'),
  firmAdmitted: ({ after }) => valueOf(after, 'firm'),
  admissionEnded: ({ before }) => valueOf(before, 'firm'),
  accessAsked: ({ after }) => valueOf(after, 'firm'),
  accessRequestWithdrawn: ({ before }) => valueOf(before, 'firm'),
  accessGranted: ({ after }) => valueOf(after, 'firm'),
  accessRefused: ({ after }) => valueOf(after, 'firm'),
  centsPlaced: summarizeCents,
  centsTakenBack: summarizeCents,
  // Key ids are omitted, because users can't compare such long values by eye.
  receiptKeyReplaced: () => null,
  bookExported: ({ after }) => joined(valuesOf(after, ['format', 'scope']), ', '),
  bookClosed: ({ after }) => summarizeRegister(after),
  bookReopened: ({ after }) => valueOf(after, 'reason'),
  registerExported: ({ after }) =>
    joined([withWord('Version', valueOf(after, 'version')), valueOf(after, 'format')], ', '),
  certificateDownloaded: ({ after }) => valueOf(after, 'certificate'),
  instructionsDrafted: ({ after }) => versionOf(after),
  instructionsVerified: ({ after }) => versionOf(after),
  instructionsSent: ({ after }) => versionOf(after),
  instructionsDiscarded: ({ before }) => versionOf(before),
  instructionsRead: ({ after }) => versionOf(after),
  callBackRecorded: ({ after }) => versionOf(after),
  fundsReceiptRecorded: ({ after }) => joined(valuesOf(after, ['amount', 'firm']), ' from '),
  fundsReceiptReversed: ({ before }) => joined(valuesOf(before, ['amount', 'firm']), ' from '),
  shareTakenOver: ({ after }) => joined(valuesOf(after, ['percentage', 'firm']), ' of '),
  auditExported: ({ after }) => {
    const filters = Object.keys(after ?? {}).map((name) => fieldName(name).toLowerCase())
    return withWord('Filtered by', joined(filters, ', '))
  },
}

function summarizeChanges({ before, after }: RecordedEntry): string | null {
  if (!before || !after) return null
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !besides.includes(name),
  )
  const changes = names.flatMap((name) => describeField(name, before, after) ?? [])
  const more = changes.length - maxFields
  const said = more > 0 ? [...changes.slice(0, maxFields), `${more} more`] : changes
  return joined(said, ', ')
}

/** Formats a change as "Amount $2,500,000 → $2,750,000". Returns null if nothing changed. */
function describeField(name: string, before: Values, after: Values): string | null {
  if (JSON.stringify(before?.[name] ?? null) === JSON.stringify(after?.[name] ?? null)) return null
  const [from, to] = [valueOf(before, name), valueOf(after, name)]
  const field = fieldName(name)
  if (to === null) return from === null ? null : `${field} cleared`
  if (longTexts.includes(name)) return `${field} ${from === null ? 'added' : 'edited'}`
  // Truncated values can look equal. The summary then says only that the field was edited.
  if (from === to) return `${field} edited`
  return from === null ? `${field} set to ${to}` : `${field} ${from} → ${to}`
}

function summarizeEnd({ before, after }: RecordedEntry): string | null {
  return fromTo(positionOf(before), valueOf(after, 'status')?.toLowerCase() ?? null)
}

function summarizeAllocation({ after }: RecordedEntry): string | null {
  return counted(lengthOf(after?.['lines']), 'lender')
}

/** The share stays, and its amount changes. */
function summarizeAnswer({ before, after }: RecordedEntry): string | null {
  const amounts = fromTo(valueOf(before, 'amount'), valueOf(after, 'amount'))
  return joined([positionOf(after), amounts], ' ')
}

const versionOf = (values: Values) => withWord('Version', valueOf(values, 'version'))

function summarizeRegister(after: Values): string | null {
  return joined([versionOf(after), counted(lengthOf(after?.['register']), 'line')], ', ')
}

function summarizeCents({ after }: RecordedEntry): string | null {
  return counted(Object.keys(after ?? {}).length, 'commitment')
}

function summarizeDeleted(before: Values): string | null {
  const committed = withWord(valueOf(before, 'committedPercentage'), 'committed')
  const lists = [
    counted(lengthOf(before?.['commitments']), 'commitment'),
    counted(lengthOf(before?.['documents']), 'document'),
  ]
  return joined([valueOf(before, 'amount'), committed, ...lists], ' · ')
}

const positionOf = (values: Values) => joined(valuesOf(values, ['kind', 'percentage']), ' ')

const valuesOf = (values: Values, names: string[]) => names.map((name) => valueOf(values, name))

function valueOf(values: Values, name: string): string | null {
  // Only a timestamp's date is shown, because the server doesn't know the user's time zone.
  const text = formatFieldValue(name, values?.[name], (at) => at.slice(0, 10))
  if (text === null) return null
  const short = text.replace(/^(-?\$[\d,]+)\.00$/, '$1').replaceAll(/\s*\n\s*/g, ', ')
  return short.length > maxValueLength ? `${short.slice(0, maxValueLength - 1)}…` : short
}

const fromTo = (from: string | null, to: string | null) =>
  from === null || to === null ? null : `${from} → ${to}`

const withWord = (text: string | null, word: string | null) =>
  text === null || word === null ? null : `${text} ${word}`

const joined = (texts: readonly (string | null)[], separator: string): string | null =>
  texts.filter((text) => text !== null).join(separator) || null

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)

const counted = (count: unknown, noun: string): string | null =>
  typeof count === 'number' && count > 0 ? `${count} ${noun}${count === 1 ? '' : 's'}` : null
