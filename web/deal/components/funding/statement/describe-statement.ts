/** The texts about a bank statement and its proposals. */
import type { Funding } from '#contract/deal/funding.ts'
import type { ProposedReceipt, StatementProposals } from '#contract/deal/statements.ts'
import type { ProposalKind } from '#domain/deal/statements/awaited.ts'
import type { StatementFormat } from '#domain/deal/statements/statement.ts'
import { formatCents, isAboveZero, subtractMoney, sumMoney, type Money } from '#domain/money.ts'
import type { BadgeTone } from '#web/ui/display/Badge.tsx'

export type KeyedProposal = ProposedReceipt & { key: string }

/** Gives each proposal a key that it keeps when others are gone. A file can have all entries on one line. */
export function keyProposals(proposals: readonly ProposedReceipt[]): KeyedProposal[] {
  const counts = new Map<string, number>()
  return proposals.map((proposal) => {
    const { line, firmId, receivedOn, reference } = proposal
    const identity = JSON.stringify([line, firmId, receivedOn, reference])
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return { ...proposal, key: `${identity} ${count}` }
  })
}

/** Returns a text that changes with everything that proposals depend on. No receipt is ever deleted. */
export const moneyState = ({ register, instructions, receipts }: Funding): string =>
  [
    register.id,
    instructions.find(({ state }) => state === 'sent')?.id,
    receipts.length,
    receipts.filter(({ reversal }) => reversal !== null).length,
  ].join(' ')

export const kindTexts: Record<ProposalKind, { text: string; tone: BadgeTone }> = {
  inFull: { text: 'In full', tone: 'success' },
  shortByFee: { text: 'Short by a fee', tone: 'warning' },
  part: { text: 'Part', tone: 'neutral' },
}

/** The rows of a table are counted as a spreadsheet does. */
export const lineName = (format: StatementFormat): 'Line' | 'Row' =>
  format === 'table' ? 'Row' : 'Line'

const formatNames: Record<StatementFormat, string> = {
  bai2: 'BAI2',
  camt053: 'camt.053',
  table: 'Table',
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

type Counted = Pick<StatementProposals, 'format' | 'entries' | 'leftCount' | 'problemCount'> & {
  proposals: readonly unknown[]
}

/** Returns text such as "BAI2 with 14 entries: 3 receipts proposed, 5 entries left, 1 problem." */
export function describeStatement(found: Counted): string {
  const { format, entries, proposals, leftCount, problemCount } = found
  const parts = [
    `${count(proposals.length, 'receipt', 'receipts')} proposed`,
    ...(leftCount > 0 ? [`${count(leftCount, 'entry', 'entries')} left`] : []),
    ...(problemCount > 0 ? [count(problemCount, 'problem', 'problems')] : []),
  ]
  return `${formatNames[format]} with ${count(entries, 'entry', 'entries')}: ${parts.join(', ')}.`
}

/** Returns text such as "$350,000.00 of the $550,000.00 missing is selected; $200,000.00 stays missing." */
export function describeSelected(selected: readonly { amount: Money }[], missing: Money): string {
  const sum = sumMoney(selected.map(({ amount }) => amount))
  const left = subtractMoney(missing, sum)
  const rest = isAboveZero(left) ? `${formatCents(left)} stays` : 'nothing stays'
  return `${formatCents(sum)} of the ${formatCents(missing)} missing is selected; ${rest} missing.`
}
