/** The sentence and the button for the step that the deal desk proposes. */
import type { Deal } from '#contract/deal/shapes.ts'
import type { NextStep } from '#domain/deal/next-step.ts'
import { leftAfterSoft } from '#domain/book/sums.ts'
import { formatMoment } from '#domain/days.ts'
import {
  compareFigures,
  formatCents,
  formatPart,
  formatShare,
  isAboveZero,
  subtractMoney,
  subtractPercent,
  sumPercent,
} from '#domain/money.ts'
import { countLenders } from './count-lenders.ts'
import { describeBound, includingHold } from './describe-bound.ts'

export interface ProposedStep {
  sentence: string
  /** The part of the page to go to, by the id of its heading. */
  action: { label: string; heading: string } | null
}

export function describeNextStep(deal: Deal): ProposedStep {
  return steps[deal.next](deal)
}

const steps: Record<NextStep, (deal: Deal) => ProposedStep> = {
  setTimetable: ({ totals }) => ({
    sentence: `${describeCoverage(totals)} Set a deadline, so that lenders know by when to commit.`,
    action: { label: 'Set Deadline', heading: 'deal-settings' },
  }),
  allocate: ({ totals, draft }) => ({
    sentence: draft ? describeDraft(draft) : describeRequests(totals),
    action: { label: draft ? 'Open Draft' : 'Allocate', heading: 'deal-allocation' },
  }),
  awaitAnswers: ({ lastRound, termsProposal, totals }) =>
    termsProposal
      ? {
          sentence: describeProposal(termsProposal),
          action: { label: 'See Answers', heading: 'deal-terms' },
        }
      : {
          sentence: describeWaiting(lastRound, totals),
          action: { label: 'See Answers', heading: 'deal-allocation' },
        },
  endRound: ({ lastRound }) => ({
    sentence: `The time to answer is over, and ${unanswered(lastRound?.waiting.lenders ?? 0)}. End the round, so that their shares are free again.`,
    action: { label: 'End Round', heading: 'deal-allocation' },
  }),
  placeRest: ({ totals }) => ({
    sentence: describeRest(totals),
    action: isAboveZero(totals.softPercentage)
      ? { label: 'See Lenders', heading: 'deal-lenders' }
      : { label: 'Set Hold', heading: 'deal-hold' },
  }),
  close: () => ({
    sentence: 'The loan is placed in full. Close its book next.',
    action: { label: 'Go to Closing', heading: 'deal-closing' },
  }),
  sendInstructions: ({ funding }) => ({
    sentence: describeInstructions(funding?.instructions ?? null),
    action: { label: 'Go to Instructions', heading: 'deal-instructions' },
  }),
  awaitFunds: ({ funding }) => ({
    sentence: funding
      ? `${countLenders(funding.lendersOutstanding)} ${funding.lendersOutstanding === 1 ? "hasn't" : "haven't"} paid in full; ${formatCents(funding.outstanding)} is missing. Record each receipt as money comes.`
      : "The lenders' money is awaited.",
    action: { label: 'Go to Funding', heading: 'deal-funding' },
  }),
  setFunded: () => ({
    sentence: 'All is paid. Set the loan to Fully Funded.',
    action: { label: 'Go to Funding', heading: 'deal-funding' },
  }),
  done: () => ({ sentence: 'This loan is funded. Nothing is left to do here.', action: null }),
}

function describeCoverage(totals: Deal['totals']): string {
  const covered = `${formatShare(totals.coveragePercentage)} is covered so far`
  const hold = includingHold(totals)
  if (!isAboveZero(totals.softPercentage)) return `${covered}${hold}.`
  return `${covered}: ${formatShare(totals.bindingPercentage)} is binding${hold}, and ${formatShare(totals.softPercentage)} is soft.`
}

function describeRequests(totals: Deal['totals']): string {
  const requests = `Open requests of ${formatPart(totals.softPercentage, totals.softAmount)}`
  const left = `${formatPart(totals.availablePercentage, totals.availableAmount)} that is left`
  return compareFigures(totals.softPercentage, totals.availablePercentage) > 0
    ? `${requests} meet ${left}. Decide who gets how much.`
    : `${requests} fit in ${left}. Offer it, or ask lenders to firm up.`
}

function describeRest(totals: Deal['totals']): string {
  const left = `${formatPart(totals.availablePercentage, totals.availableAmount)} is left`
  if (!isAboveZero(totals.softPercentage))
    return `${left}. Wait for lenders, or keep more yourself.`
  const { share } = leftAfterSoft(totals)
  const untaken = isAboveZero(share) ? `, and ${formatShare(share)} has no taker yet` : ''
  return `${left}: ${formatShare(totals.softPercentage)} is soft${untaken}. Ask lenders to make soft shares binding, wait for more, or keep more yourself.`
}

/** While a round awaits answers, its shares are all that can still be bound. */
function describeWaiting(round: Deal['lastRound'], totals: Deal['totals']): string {
  if (!round?.respondBy) return 'Lenders are asked for their answers.'
  const { waiting } = round
  const bound = describeBound(totals)
  if (waiting.lenders === 0) return `All lenders have answered, and ${bound}.`
  const asked = `${countLenders(waiting.lenders)} can still answer until ${formatMoment(round.respondBy)}`
  const most = formatShare(sumPercent([totals.bindingPercentage, waiting.added]))
  const left = subtractPercent(totals.availablePercentage, waiting.added)
  const rest = isAboveZero(left)
    ? `, which leaves ${formatPart(left, subtractMoney(totals.availableAmount, waiting.addedAmount))}`
    : ''
  return `${asked}, for ${formatPart(waiting.added, waiting.addedAmount)}. ${bound}, and ${most} if ${waiting.lenders === 1 ? 'it accepts' : 'all accept'}${rest}.`
}

function describeDraft({ isCurrent, offered, holdShare }: NonNullable<Deal['draft']>): string {
  if (isCurrent === 'false')
    return 'The book has changed since the draft was saved. Check the shares, and save it again.'
  const { lenders, added, addedAmount } = offered
  return `The draft offers ${formatPart(added, addedAmount)} to ${countLenders(lenders)}, and you keep ${formatShare(holdShare)}. Publish it, or change it first.`
}

function describeProposal({ answers, canApply, respondBy }: NonNullable<Deal['termsProposal']>) {
  const waiting = answers.filter(({ state }) => state === 'asked').length
  if (canApply === 'true')
    return waiting === 0
      ? 'All lenders have answered. Apply the new terms, or cancel them.'
      : `The time to answer is over, and ${unanswered(waiting)}. Apply the new terms, or cancel them.`
  return `${countLenders(waiting)} can still confirm the new terms until ${formatMoment(respondBy)}.`
}

function describeInstructions(state: NonNullable<Deal['funding']>['instructions']): string {
  if (state === 'draft')
    return 'Instructions where to wire are drafted. Verify them by telephone next.'
  if (state === 'verified') return 'Instructions where to wire are verified. Send them to lenders.'
  return 'The book is closed. Draft the instructions where lenders wire.'
}

const unanswered = (count: number) =>
  `${countLenders(count)} ${count === 1 ? "hasn't" : "haven't"} answered`
