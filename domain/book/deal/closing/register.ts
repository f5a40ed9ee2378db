/** The register of a closed book: its lines, its fingerprint's text, and the numbers of its certificates. */
import { groupBy } from '#domain/groups.ts'
import { canonicalJson, type TextObject } from '#domain/book/receipts.ts'
import { mainName, type HolderNames } from '#domain/book/deal/holder-names.ts'
import { isActive, isBinding, type Line, type LoanTerms } from '#domain/book/lines.ts'
import { sumMoney, sumPercent, type Money, type Percent, type Rate } from '#domain/money.ts'

/** The effective day is at most this many days before or after today. */
export const maxDaysFromToday = 31

export interface RegisterLine extends HolderNames {
  /** From 1. */
  line: number
  firmId: string
  isHold: boolean
  percentage: Percent
  amount: Money
}

export interface RegisterContent extends LoanTerms {
  loanId: string
  version: number
  /** The first day on which the shares count. */
  effectiveDate: string
  noteRate: Rate | null
  lines: readonly RegisterLine[]
}

/**
 * Returns one line for each lender in the order of names, so that a line's number says nothing about its share, and the
 * originator's hold last.
 */
export function linesOfRegister(
  lines: readonly Line[],
  holderOf: (line: Line) => HolderNames,
): RegisterLine[] {
  const binding = lines.filter((line) => isActive(line) && isBinding(line))
  const held = [...groupBy(binding, ({ isHold, firmId }) => (isHold ? '' : firmId)).values()]
  return held
    .map((own) => {
      const [first] = own
      return {
        ...holderOf(first),
        firmId: first.firmId,
        isHold: first.isHold,
        percentage: sumPercent(own.map(({ percentage }) => percentage)),
        amount: sumMoney(own.map(({ amount }) => amount)),
      }
    })
    .toSorted(compareLines)
    .map((each, index) => ({ ...each, line: index + 1 }))
}

type Named = Omit<RegisterLine, 'line'>

function compareLines(one: Named, other: Named): number {
  if (one.isHold !== other.isHold) return one.isHold ? 1 : -1
  const [name, otherName] = [mainName(one).toLowerCase(), mainName(other).toLowerCase()]
  if (name !== otherName) return name < otherName ? -1 : 1
  return one.firmId < other.firmId ? -1 : 1
}

/**
 * The content of a register as texts: the loan, the version, the effective day, the terms, and the lines by number. The
 * SHA-256 of its canonical JSON is the fingerprint (docs/closing-a-loan.md).
 */
export function textsOfRegister(register: RegisterContent): TextObject {
  const { loanId, version, effectiveDate, amount, interestRate, noteRate, term, lines } = register
  return {
    loanId,
    version: String(version),
    effectiveDate,
    loanAmount: amount,
    interestRate,
    noteRate: noteRate ?? undefined,
    term: String(term),
    lines: Object.fromEntries(
      lines.map(({ line, firmId, lenderName, percentage, amount: part }) => [
        line,
        { firmId, lenderName, percentage, amount: part },
      ]),
    ),
  }
}

export const fingerprintText = (register: RegisterContent): string =>
  canonicalJson(textsOfRegister(register))

/** Returns a number such as "3F2A91C0-1-04". */
export const certificateNumber = (loanId: string, version: number, line: number): string =>
  [loanId.slice(0, 8).toUpperCase(), version, String(line).padStart(2, '0')].join('-')
