/** The sentences about closing a book, which say what happens in money before it happens. */
import type { BookHolder } from '#contract/book/shapes.ts'
import type { Register } from '#contract/deal/registers.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { mainName, type HolderNames } from '#domain/book/deal/holder-names.ts'
import { refusalOfStage } from '#domain/book/deal/stage-refusals.ts'
import { formatDay, isDay } from '#domain/days.ts'
import {
  formatPart,
  formatShare,
  isAboveZero,
  subtractMoney,
  subtractPercent,
  sumMoney,
  sumPercent,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'

/** The share and amount of each holder, as the register will have them. */
export interface ClosingBook {
  bound: BookHolder[]
  soft: BookHolder[]
}

export const namesOf = ({ lenderName, lenderCompanyName }: BookHolder): HolderNames => ({
  lenderName,
  companyName: lenderCompanyName,
})

export function closingBookOf(holders: readonly BookHolder[]): ClosingBook {
  const lenders = holders.filter(({ isHold }) => isHold !== 'true')
  return {
    bound: lenders
      .filter(({ bindingPercentage }) => isAboveZero(bindingPercentage))
      .toSorted((one, other) =>
        mainName(namesOf(one)).localeCompare(mainName(namesOf(other)), 'en'),
      ),
    soft: lenders.filter(({ softPercentage }) => isAboveZero(softPercentage)),
  }
}

/** Returns why the book can't be closed, apart from a share that is left, or null. */
export function obstacleToClose({ loan }: Pick<Deal, 'loan'>): string | null {
  if (loan.isDraft === 'true') return 'This loan is a draft. Publish it first.'
  const refusal = refusalOfStage('close', loan, new Date().toISOString())
  return refusal && `${refusal.message}.`
}

/**
 * Returns text such as "92.5% is placed; 7.5% ($937,500.00) is left. The placed share includes your hold of 10%. Alder
 * Bank has a soft share of 5%.", or null for a loan that is placed in full.
 */
export function describeMissing(
  { totals }: Pick<Deal, 'totals'>,
  soft: readonly BookHolder[],
): string | null {
  const { bindingPercentage, availablePercentage, availableAmount, holdPercentage } = totals
  if (!isAboveZero(availablePercentage)) return null
  const left = `${formatShare(bindingPercentage)} is placed; ${formatPart(availablePercentage, availableAmount)} is left.`
  const hold = isAboveZero(holdPercentage)
    ? [`The placed share includes your hold of ${formatShare(holdPercentage)}.`]
    : []
  return [left, ...hold, ...describeInterest(soft, availablePercentage)].join(' ')
}

/** Names the lenders that could take the share that is left. */
function describeInterest(soft: readonly BookHolder[], left: Percent): string[] {
  if (soft.length === 0) return []
  const share = formatShare(sumPercent(soft.map(({ softPercentage }) => softPercentage)))
  const sum = share === formatShare(left) ? 'exactly that' : share
  const names = soft.map((holder) => mainName(namesOf(holder)))
  if (soft.length === 1) return [`${names[0]} has a soft share of ${sum}.`]
  const who = soft.length > 3 ? countLenders(soft.length) : new Intl.ListFormat('en').format(names)
  return [`${who} have soft shares of ${sum} together.`]
}

/** The share that the originator keeps once the book is closed. */
export function holdAfterClosing({ totals }: Pick<Deal, 'totals'>, retainsRest: boolean) {
  const { holdPercentage, holdAmount, availablePercentage, availableAmount } = totals
  return retainsRest
    ? {
        percentage: sumPercent([holdPercentage, availablePercentage]),
        amount: sumMoney([holdAmount, availableAmount]),
      }
    : { percentage: holdPercentage, amount: holdAmount }
}

/** Returns text such as "From May 15, 2027, 5 lenders hold 80% ($10,000,000.00), and you keep 20% ($2,500,000.00)." */
export function describeClosing(
  { totals }: Pick<Deal, 'totals'>,
  lenders: number,
  { effectiveDate, retainsRest }: { effectiveDate: string; retainsRest: boolean },
): string {
  const bound = {
    percentage: subtractPercent(totals.bindingPercentage, totals.holdPercentage),
    amount: subtractMoney(totals.bindingAmount, totals.holdAmount),
  }
  const hold = holdAfterClosing({ totals }, retainsRest)
  return describeShares(bound, hold, { lenders, effectiveDate })
}

interface Part {
  percentage: Percent
  amount: Money
}

function describeShares(
  bound: Part,
  hold: Part,
  { lenders, effectiveDate }: { lenders: number; effectiveDate: string },
): string {
  const from = isDay(effectiveDate) ? `From ${formatDay(effectiveDate)}, ` : ''
  const parts = [
    ...(lenders > 0
      ? [
          `${countLenders(lenders)} ${lenders === 1 ? 'holds' : 'hold'} ${formatPart(bound.percentage, bound.amount)}`,
        ]
      : []),
    ...(isAboveZero(hold.percentage)
      ? [`you keep ${formatPart(hold.percentage, hold.amount)}`]
      : []),
  ]
  const sentence = `${from}${parts.join(', and ')}.`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Returns text such as "The soft shares of 2 lenders, 12% ($1,500,000.00), lapse, and they are notified.", or "". */
export function describeLapses(soft: readonly BookHolder[], totals: Deal['totals']): string {
  if (soft.length === 0) return ''
  const share = formatPart(totals.softPercentage, totals.softAmount)
  return soft.length === 1
    ? `The soft share of 1 lender, ${share}, lapses, and it is notified.`
    : `The soft shares of ${soft.length} lenders, ${share}, lapse, and they are notified.`
}

/** Returns text such as "From May 15, 2027, 5 lenders hold 80% ($10,000,000.00), and you keep 20% ($2,500,000.00)." */
export function describeRegister({ effectiveDate, entries }: Register): string {
  const lenders = entries.filter(({ isHold }) => isHold === 'false')
  const hold = entries.find(({ isHold }) => isHold === 'true')
  return describeShares(
    {
      percentage: sumPercent(lenders.map((each) => each.percentage)),
      amount: sumMoney(lenders.map((each) => each.amount)),
    },
    hold ?? { percentage: zeroPercent, amount: zeroMoney },
    { lenders: lenders.length, effectiveDate },
  )
}
