import type { Allocation } from '#contract/deal/allocations.ts'
import { formatMoment } from '#domain/days.ts'
import { formatPart, formatShare } from '#domain/money.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'

type Published = Pick<Allocation, 'offered' | 'holdShare'>

/** Says what publishing does, such as "7 lenders are offered 61.25% ($7,656,250.00) until …; you keep 20%." */
export function describePublication({ offered, holdShare }: Published, respondBy: string): string {
  const { lenders, added, addedAmount } = offered
  const who = `${countLenders(lenders)} ${lenders === 1 ? 'is' : 'are'} offered`
  return `${who} ${formatPart(added, addedAmount)} until ${formatMoment(respondBy)}; you keep ${formatShare(holdShare)}.`
}
