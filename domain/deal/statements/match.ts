/**
 * Proposes which entries of a bank's statement are receipts of a closed loan. Nothing is recorded here: each proposal
 * says why, and an administrator confirms it. Every other entry that may matter is named with its line.
 */
import { groupBy } from '#domain/groups.ts'
import { evidenceFinder, type Evidence } from './evidence.ts'
import {
  receiptReference,
  type AwaitedFunds,
  type MatchedStatement,
  type RecordedReceipt,
} from './awaited.ts'
import { proposeForLender, proposeUnnamed, type Claim, type Open } from './proposals.ts'
import { describeCents, deskCurrency, listLines, type StatementEntry } from './statement.ts'

type Fields = readonly (string | bigint | number)[]

const fieldsOf = ({ bookedOn, cents, reference, text, line }: StatementEntry): Fields => [
  ...[bookedOn, cents, reference, text, line],
]

/** The order of the entries in the file doesn't matter: they are taken by day, amount, reference, text and line. */
function compareEntries(one: StatementEntry, other: StatementEntry): number {
  const fields = fieldsOf(other)
  for (const [place, field] of fieldsOf(one).entries()) {
    const there = fields[place]
    if (there !== undefined && field !== there) return field < there ? -1 : 1
  }
  return 0
}

const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line

export function proposeReceipts(
  statement: readonly StatementEntry[],
  awaited: AwaitedFunds,
): MatchedStatement {
  const entries = statement.toSorted(compareEntries)
  const reasons = new Map<StatementEntry, string>()
  const leave = (entry: StatementEntry, why: string) => {
    if (!reasons.has(entry)) reasons.set(entry, why)
  }
  const findEvidence = evidenceFinder(awaited)
  const evidence = new Map(entries.map((entry) => [entry, findEvidence(entry.text)]))
  leaveUnusable(entries, awaited, leave)
  leaveReversed(entries, awaited.recorded, leave)
  leaveDoubled(entries, leave)
  leaveRecorded(entries, awaited, evidence, leave)
  const usable = entries.flatMap((entry): Claim[] => {
    const found = evidence.get(entry)
    return reasons.has(entry) || !found || !entry.isCredit ? [] : [{ entry, evidence: found }]
  })
  const open = openOf(awaited)
  const proposals = [
    ...awaited.lenders.flatMap((lender) => proposeForLender(lender, usable, open, leave)),
    ...proposeUnnamed(usable, awaited.lenders, open, leave),
  ]
  return {
    proposals: proposals.toSorted(byLine),
    left: [...reasons]
      .map(([{ line, cents, isCredit, bookedOn, text }, why]) => ({
        ...{ line, cents, isCredit, bookedOn, text, why },
      }))
      .toSorted(byLine),
  }
}

const openOf = ({ lenders }: AwaitedFunds): Open =>
  new Map(
    lenders.map(({ firmId, due, received }) => [firmId, due > received ? due - received : 0n]),
  )

type Leave = (entry: StatementEntry, why: string) => void

function leaveUnusable(
  entries: readonly StatementEntry[],
  { accountLastFour }: AwaitedFunds,
  leave: Leave,
) {
  for (const entry of entries) {
    const { currency, isCredit, isReversal, cents } = entry
    if (!isCredit && !isReversal) continue
    if (currency !== deskCurrency)
      leave(
        entry,
        `It is in ${currency.slice(0, 10) || 'no currency'}. Receipts are in US dollars.`,
      )
    else if (isCredit && isReversal)
      leave(entry, 'It gives back money that went out, or corrects an entry. No lender paid it.')
    else if (cents === 0n) leave(entry, 'It has no amount.')
    else if (isOfOtherAccount(entry, accountLastFour))
      leave(
        entry,
        `It is on the account that ends in ${entry.accountLastFour}, but the instructions name the one that ends in ${accountLastFour}.`,
      )
  }
}

const isOfOtherAccount = (entry: StatementEntry, expected: string | null) =>
  expected !== null &&
  entry.accountLastFour !== null &&
  entry.accountLastFour.toUpperCase() !== expected.toUpperCase()

/** An entry and its reversal are both left. If several entries could be meant, all of them are. */
function leaveReversed(
  entries: readonly StatementEntry[],
  recorded: readonly RecordedReceipt[],
  leave: Leave,
) {
  const dollars = entries.filter(({ currency }) => currency === deskCurrency)
  const credits = groupBy(
    dollars.filter(({ isCredit, isReversal }) => isCredit && !isReversal),
    ({ cents }) => cents,
  )
  for (const reversal of dollars) {
    if (reversal.isCredit || !reversal.isReversal) continue
    const sameAmount = (credits.get(reversal.cents) ?? []).filter(
      ({ bookedOn }) => bookedOn <= reversal.bookedOn,
    )
    const named = sameAmount.filter((entry) => namesEntry(reversal, entry))
    const meant = named.length > 0 ? named : sameAmount
    for (const entry of meant) leave(entry, `Line ${reversal.line} takes it back.`)
    leave(reversal, describeReversal(reversal, meant, recorded))
  }
}

const namesEntry = (reversal: StatementEntry, entry: StatementEntry) =>
  (entry.reference !== '' &&
    (reversal.reference === entry.reference || reversal.text.includes(entry.reference))) ||
  (entry.text !== '' && entry.text === reversal.text)

function describeReversal(
  { cents }: StatementEntry,
  meant: readonly StatementEntry[],
  recorded: readonly RecordedReceipt[],
): string {
  const lines = listLines(meant.map(({ line }) => line))
  const [first] = recorded.filter((receipt) => receipt.cents === cents)
  const onRecord = first
    ? ` A receipt of this amount is on record for ${first.receivedOn}: reverse it if this is the one.`
    : ''
  if (meant.length === 0)
    return `It takes back ${describeCents(cents)}, which isn't in this file.${onRecord}`
  if (meant.length === 1) return `It takes back line ${lines}.${onRecord}`
  return `It takes back one of the lines ${lines}. Find out which.${onRecord}`
}

const identityOf = (entry: StatementEntry) =>
  JSON.stringify([entry.bookedOn, String(entry.cents), receiptReference(entry)])

function leaveDoubled(entries: readonly StatementEntry[], leave: Leave) {
  const firsts = new Map<string, number>()
  for (const entry of entries) {
    if (!entry.isCredit) continue
    const key = `${identityOf(entry)} ${entry.text}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, entry.line)
    else leave(entry, `It is the same as line ${first}. Record it by hand if both came.`)
  }
}

/**
 * Each receipt uses up one entry of its day, amount and reference: one that names its lender, if there is one. Others
 * like it are left, unless they name another lender.
 */
function leaveRecorded(
  entries: readonly StatementEntry[],
  { recorded, lenders }: AwaitedFunds,
  evidence: ReadonlyMap<StatementEntry, Evidence>,
  leave: Leave,
) {
  const known = new Set(lenders.map(({ firmId }) => firmId))
  const credits = entries.filter(({ isCredit }) => isCredit)
  const byIdentity = groupBy(credits, identityOf)
  const byAmount = groupBy(credits, ({ cents }) => cents)
  const used = new Set<StatementEntry>()
  for (const receipt of recorded) {
    const key = JSON.stringify([receipt.receivedOn, String(receipt.cents), receipt.reference])
    const same = (byIdentity.get(key) ?? []).filter((entry) => !used.has(entry))
    const namesLender = (entry: StatementEntry) =>
      evidence.get(entry)?.firmIds.includes(receipt.firmId) === true
    const entry = same.find(namesLender) ?? same[0]
    const place = known.has(receipt.firmId) ? '' : ' for another lender or loan'
    if (entry) leave(entry, `It is on record already${place}.`)
    const alike = byAmount
      .get(receipt.cents)
      ?.find((each) => !used.has(each) && each.bookedOn === receipt.receivedOn && namesLender(each))
    if (!entry && alike) leave(alike, describeAlike(receipt))
    const recordedEntry = entry ?? alike
    if (recordedEntry) used.add(recordedEntry)
    // Nothing tells these entries from the recorded one but their text, so a person has to decide.
    for (const each of same)
      if (each !== entry && (namesLender(each) || !evidence.get(each)?.firmIds.length))
        leave(each, describeAlike(receipt))
  }
}

/** Someone may have recorded the entry by hand, under another reference. */
const describeAlike = ({ reference }: RecordedReceipt) =>
  `A receipt of this lender, day and amount is on record as "${reference}". Record it by hand if both came.`
