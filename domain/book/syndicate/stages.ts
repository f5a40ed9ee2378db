/** Each lender's progress on a loan, the next action for an administrator, and the order in which to call lenders. */
import { compareFigures, sumPercent, type Percent } from '#domain/money.ts'

/** The stages, in the order that lenders usually reach them. A pass replaces every other stage. */
export const lenderStages = [
  'notNotified',
  'notified',
  'opened',
  'reading',
  'asked',
  'declined',
  'soft',
  'offered',
  'binding',
  'accepted',
  'paid',
  'passed',
] as const
export type LenderStage = (typeof lenderStages)[number]

export const nextLenderActs = ['answer', 'askToFirmUp', 'remind'] as const
export type NextLenderAct = (typeof nextLenderActs)[number]

/** A lender's last action on a loan. Actions that are also in the audit trail have the same names there. */
export const lenderSigns = [
  'notified',
  'opened',
  'documentViewed',
  'documentDownloaded',
  'asked',
  'indicated',
  'commitmentMade',
  'commitmentChanged',
  'commitmentWithdrawn',
  'commitmentMadeBinding',
  'lenderPassed',
  'passTakenBack',
] as const
export type LenderSign = (typeof lenderSigns)[number]

export interface LenderFacts {
  hasPassed: boolean
  hasBinding: boolean
  hasSoft: boolean
  hasAsked: boolean
  documentsRead: number
  hasOpened: boolean
  isNotified: boolean
  /** The answer to the newest offer on the deal desk, `offered` before it, or null without one. */
  offer: 'offered' | 'accepted' | 'declined' | null
  /** True once all money for a share of a closed loan has come. */
  isPaid: boolean
}

export function lenderStage(facts: LenderFacts): LenderStage {
  if (facts.hasPassed) return 'passed'
  if (facts.offer === 'offered') return 'offered'
  if (facts.hasBinding && facts.isPaid) return 'paid'
  if (facts.hasBinding) return facts.offer === 'accepted' ? 'accepted' : 'binding'
  if (facts.hasSoft) return 'soft'
  if (facts.offer === 'declined') return 'declined'
  if (facts.hasAsked) return 'asked'
  if (facts.documentsRead > 0) return 'reading'
  if (facts.hasOpened) return 'opened'
  return facts.isNotified ? 'notified' : 'notNotified'
}

const actOfStage: Partial<Record<LenderStage, NextLenderAct>> = {
  notNotified: 'remind',
  notified: 'remind',
  opened: 'remind',
  reading: 'remind',
  asked: 'remind',
  soft: 'askToFirmUp',
}

/**
 * Questions can be answered in any loan status, and a lender can be reminded of an open offer. The other actions require
 * a loan that accepts commitments.
 */
export function nextLenderAct({
  stage,
  awaitsAnswer,
  isReachable,
  takesCommitments,
}: {
  stage: LenderStage
  awaitsAnswer: boolean
  isReachable: boolean
  takesCommitments: boolean
}): NextLenderAct | null {
  if (!isReachable) return null
  if (awaitsAnswer) return 'answer'
  if (stage === 'offered') return 'remind'
  return takesCommitments ? (actOfStage[stage] ?? null) : null
}

const urgency: Record<LenderStage, number> = {
  offered: 1,
  soft: 2,
  asked: 3,
  reading: 4,
  opened: 5,
  notified: 6,
  notNotified: 7,
  binding: 8,
  accepted: 9,
  paid: 10,
  declined: 11,
  passed: 12,
}

export interface CallableLender {
  stage: LenderStage
  next: NextLenderAct | null
  askedAt: string | null
  bindingPercentage: Percent
  softPercentage: Percent
  documentsRead: number
  lastSign: { at: string } | null
  lenderName: string
}

/**
 * Sorts lenders by urgency: unanswered questions first, from oldest to newest, and then by stage. Within a stage, sorts
 * by share, number of documents read, and time of the last action.
 */
export const byUrgency = (one: CallableLender, other: CallableLender): number =>
  urgencyOf(one) - urgencyOf(other) ||
  (one.next === 'answer' ? compareTexts(one.askedAt, other.askedAt) : 0) ||
  compareFigures(interestOf(other), interestOf(one)) ||
  other.documentsRead - one.documentsRead ||
  compareTexts(other.lastSign?.at, one.lastSign?.at) ||
  one.lenderName.localeCompare(other.lenderName, 'en')

const urgencyOf = ({ stage, next }: CallableLender) => (next === 'answer' ? 0 : urgency[stage])

const interestOf = ({ bindingPercentage, softPercentage }: CallableLender) =>
  sumPercent([bindingPercentage, softPercentage])

/** Compares times in ISO 8601. A missing time sorts before all others. */
function compareTexts(one: string | null | undefined, other: string | null | undefined): number {
  const [first, second] = [one ?? '', other ?? '']
  return first === second ? 0 : first < second ? -1 : 1
}
