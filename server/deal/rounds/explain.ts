import { explainAllocation } from '#domain/deal/explanation.ts'
import type { StoredAllocation, StoredLine } from './stored.ts'

/** The lines of an allocation, each with the sentences that its lender reads. */
export const explainLines = <Line extends StoredLine>(
  allocation: Omit<StoredAllocation, 'lines'> & { lines: readonly Line[] },
): (Line & { explanation: string[] })[] => {
  const facts = { ...allocation, lenders: allocation.lines }
  return allocation.lines.map((line) => ({ ...line, explanation: explainAllocation(facts, line) }))
}
