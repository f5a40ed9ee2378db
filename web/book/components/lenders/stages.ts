/** Labels and filters for lenders' stages. */
import type { LoanLender } from '#contract/book/lenders.ts'
import { passReasonLabels } from '#domain/book/syndicate/passes.ts'
import type { LenderSign, LenderStage } from '#domain/book/syndicate/stages.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { formatShare } from '#domain/money.ts'
import { formatAge } from '#web/time/timestamps.ts'

/** The stages in the order of their filters. */
const stageFilters = [
  'paid',
  'accepted',
  'binding',
  'offered',
  'soft',
  'asked',
  'reading',
  'opened',
  'notified',
  'notNotified',
  'declined',
  'passed',
] as const satisfies LenderStage[]

export interface LenderFilter {
  stage: LenderStage | null
  unread: string | null
}

export function readLenderFilter(query: string): LenderFilter {
  const given = new URLSearchParams(query)
  return {
    stage: stageFilters.find((stage) => stage === given.get('stage')) ?? null,
    unread: given.get('unread') || null,
  }
}

export const printLenderFilter = ({ stage, unread }: LenderFilter): string =>
  new URLSearchParams({ ...(stage && { stage }), ...(unread && { unread }) }).toString()

type Filtered = Pick<LoanLender, 'stage' | 'opened'>

export const matchesFilter = ({ stage, opened }: Filtered, filter: LenderFilter): boolean =>
  (filter.stage === null || stage === filter.stage) &&
  (filter.unread === null || !opened.includes(filter.unread))

/** The number of lenders in each stage. Stages without lenders are omitted. */
export function countStages(lenders: readonly Filtered[]): { stage: LenderStage; count: number }[] {
  return stageFilters.flatMap((stage) => {
    const count = lenders.filter((lender) => lender.stage === stage).length
    return count > 0 ? [{ stage, count }] : []
  })
}

export const stageTexts: Record<LenderStage, string> = {
  notNotified: 'Not notified',
  notified: 'Notified',
  opened: 'Opened',
  reading: 'Reading',
  asked: 'Asked',
  declined: 'Declined',
  soft: 'Soft',
  offered: 'Offered',
  binding: 'Binding',
  accepted: 'Accepted',
  paid: 'Paid',
  passed: 'Passed',
}

/** Returns text such as "Reading 3/5", "Soft 15%", "Offered 12.5%" or "Passed: Leverage". */
export function describeStage(lender: LoanLender, documents: number): string {
  const text = stageTexts[lender.stage]
  if (lender.stage === 'reading') return `${text} ${lender.opened.length}/${documents}`
  if (lender.stage === 'soft') return `${text} ${formatShare(lender.softPercentage)}`
  if (lender.stage === 'offered' && lender.offer)
    return `${text} ${formatShare(lender.offer.percentage)}`
  if (lender.stage === 'binding' || lender.stage === 'accepted' || lender.stage === 'paid')
    return `${text} ${formatShare(lender.bindingPercentage)}`
  return lender.pass ? `${text}: ${passReasonLabels[lender.pass.reason]}` : text
}

const signTexts: Record<LenderSign, string> = {
  notified: 'Notified',
  opened: 'Opened the loan',
  documentViewed: 'Read',
  documentDownloaded: 'Downloaded',
  asked: 'Asked a question',
  indicated: 'Indicated interest',
  commitmentMade: 'Committed',
  commitmentChanged: 'Changed the soft share',
  commitmentWithdrawn: 'Withdrew soft interest',
  commitmentMadeBinding: 'Made soft interest binding',
  lenderPassed: 'Passed',
  passTakenBack: 'Took the pass back',
}

/** Returns text such as "Read Appraisal.pdf, 2 days ago", or null if the lender has taken no action. */
export function describeSign(
  { lastSign }: Pick<LoanLender, 'lastSign'>,
  loanTitle: string,
): string | null {
  if (!lastSign) return null
  const { kind, at, document, by } = lastSign
  const object = document === null ? '' : ` ${nameBesideLoan(document, loanTitle)}`
  return `${signTexts[kind]}${object}${by === null ? '' : ` by ${by}`}, ${formatAge(at)}`
}
