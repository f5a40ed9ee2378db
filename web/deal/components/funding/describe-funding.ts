/** The sentences about the money of a closed loan. */
import type { Funding, FundsReceipt, Instructions, LenderFunding } from '#contract/deal/funding.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { changedDays, refusalOfMore } from '#domain/deal/funding/due.ts'
import type { DueState } from '#domain/deal/funding/states.ts'
import {
  formatCents,
  formatPart,
  isAboveZero,
  parseMoney,
  subtractMoney,
  sumMoney,
  sumPercent,
  type Money,
} from '#domain/money.ts'
import type { BadgeTone } from '#web/ui/display/Badge.tsx'
import { countLenders } from '#web/deal/components/count-lenders.ts'

export const dueStateTexts: Record<DueState, { text: string; tone: BadgeTone }> = {
  awaiting: { text: 'Awaited', tone: 'neutral' },
  partial: { text: 'Partly received', tone: 'warning' },
  received: { text: 'Received', tone: 'success' },
}

/** Returns text such as "2 of 5 lenders have paid in full; $1,250,000.00 is missing." */
export function describeMoney({ lenders, totals }: Pick<Funding, 'lenders' | 'totals'>): string {
  const paid = lenders.length - totals.lendersOutstanding
  if (!isAboveZero(totals.outstanding)) return `All ${formatCents(totals.due)} has come.`
  const have = lenders.length === 1 ? 'lender has' : 'lenders have'
  return `${paid} of ${lenders.length} ${have} paid in full; ${formatCents(totals.outstanding)} is missing.`
}

type Due = Pick<LenderFunding, 'lenderName' | 'companyName' | 'amount' | 'received' | 'outstanding'>

function readAmount(typed: string): Money | null {
  const amount = parseMoney(typed.replaceAll(',', '').trim())
  return amount !== null && isAboveZero(amount) ? amount : null
}

/** Returns why a typed amount is too much, or null. */
export function refusalOfReceipt(due: Due, typed: string): string | null {
  const amount = readAmount(typed)
  return amount && refusalOfMore(due, amount)
}

/** Returns what recording an amount does, for the lender and the loan, or null for a text that can't be recorded. */
export function describeReceipt(
  due: Due,
  typed: string,
  totals: Pick<Funding['totals'], 'outstanding'>,
): { lender: string; loan: string } | null {
  const amount = readAmount(typed)
  if (amount === null || refusalOfMore(due, amount) !== null) return null
  const left = subtractMoney(due.outstanding, amount)
  const missing = subtractMoney(totals.outstanding, amount)
  const received = formatCents(sumMoney([due.received, amount]))
  return {
    lender: isAboveZero(left)
      ? `${mainName(due)} has then paid ${received} of ${formatCents(due.amount)}; ${formatCents(left)} is still missing.`
      : `${mainName(due)} has then paid all ${received}.`,
    loan: isAboveZero(missing)
      ? `The whole loan then lacks ${formatCents(missing)}.`
      : 'All money of the loan has then come.',
  }
}

export const describeReversal = ({ amount, receivedOn }: FundsReceipt, lender: string): string =>
  `This reverses ${formatCents(amount)} of ${lender}, received on ${formatDay(receivedOn)}. The money is then missing again.`

/** Returns text such as "You take over 18.22% ($2,277,500.00) from Alder Bank, and then keep 38.22% ($4,777,500.00)." */
export function describeTakeOver(
  lender: Pick<LenderFunding, 'lenderName' | 'companyName' | 'percentage' | 'amount'>,
  { holdPercentage, holdAmount }: Funding['totals'],
): string {
  const { percentage, amount } = lender
  const hold = formatPart(sumPercent([holdPercentage, percentage]), sumMoney([holdAmount, amount]))
  return `You take over ${formatPart(percentage, amount)} from ${mainName(lender)}, and then keep ${hold}.`
}

/** Returns what sending instructions does. */
export function describeSending(
  { version, dueAt }: Pick<Instructions, 'version' | 'dueAt'>,
  { lenders, totals }: Pick<Funding, 'lenders' | 'totals'>,
): string {
  const who = `${countLenders(lenders.length)} ${lenders.length === 1 ? 'is' : 'are'} asked for ${formatCents(totals.due)}`
  const sentence = `${who} by ${formatMoment(dueAt)}.`
  return version > 1 ? `${sentence} These replace the version before.` : sentence
}

/** Returns what drafting and then sending another version does, or null for the first one. */
export function describeAnotherVersion({
  instructions,
  lenders,
}: Pick<Funding, 'instructions' | 'lenders'>): string | null {
  const inForce = instructions.find(({ state }) => state === 'sent')
  const unsent = instructions.find(({ state }) => state === 'draft' || state === 'verified')
  const called = lenders.filter(({ callBack }) => callBack !== null).length
  const sentences = [
    unsent && `This replaces the unsent version ${unsent.version}.`,
    inForce &&
      `Version ${inForce.version} stays in force until you send this one. Lenders then see for ${changedDays} days that the instructions changed.`,
    inForce &&
      called > 0 &&
      `${countLenders(called)} called back to verify version ${inForce.version}, and must call again.`,
  ].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : null
}

/** Returns text such as "3, together $1,250,000.00; 1 more was reversed." */
export function describeReceipts(receipts: readonly FundsReceipt[]): string {
  const standing = receipts.filter(({ reversal }) => reversal === null)
  const reversed = receipts.length - standing.length
  const sum = formatCents(sumMoney(standing.map(({ amount }) => amount)))
  const more =
    reversed === 0 ? '' : `; ${reversed} more ${reversed === 1 ? 'was' : 'were'} reversed`
  return `${standing.length}, together ${sum}${more}.`
}

/** The name of the lender that a receipt is of. One without a line of the register goes by the receipt's own name. */
export function payerOf(
  lenders: readonly LenderFunding[],
  { firmId, lenderName }: { firmId: string; lenderName: string },
): string {
  const lender = lenders.find((each) => each.firmId === firmId)
  return lender ? mainName(lender) : lenderName
}

export const outstandingOf = (lenders: readonly LenderFunding[], firmId: string): Money | null =>
  lenders.find((lender) => lender.firmId === firmId)?.outstanding ?? null
