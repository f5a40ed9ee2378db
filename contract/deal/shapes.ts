import { nextSteps } from '#domain/deal/next-step.ts'
import { shareSteps, smallestStep } from '#domain/deal/settings.ts'
import { bookStages } from '#domain/loans/dates/book-stages.ts'
import { compareFigures, parsePercent, wholePercent, type Percent } from '#domain/money.ts'
import * as z from 'zod/mini'
import { shownAmount } from '#contract/book/commitments.ts'
import { bookTotals } from '#contract/book/shapes.ts'
import { enteredLoan, loan } from '#contract/loans/shapes.ts'
import { termsProposal } from './terms.ts'
import { money, optionalPercent, percent, timestamp } from '#contract/wire.ts'
import { allocationInShort } from './allocations.ts'
import { enteredShare } from './entered-share.ts'
import { fundingInShort } from './funding.ts'
import { currentRegister } from './registers.ts'

/** The timetable of a deal, and the limits of one lender's share. */
const dealSettings = z.object({
  commitmentDeadline: z.nullable(timestamp),
  closingDate: z.nullable(z.iso.date()),
  minShare: z.nullable(percent),
  maxShare: z.nullable(percent),
  /** The smallest difference between allocated shares. */
  shareStep: percent,
})
export type DealSettings = z.infer<typeof dealSettings>

export const deal = z.object({
  loan,
  settings: dealSettings,
  bookStage: z.enum(bookStages),
  /** Differs whenever an active line of the book or the loan's terms differ. */
  bookVersion: z.string(),
  /** The step that the desk proposes. */
  next: z.enum(nextSteps),
  /** The allocation that isn't published yet, and the newest published one. */
  draft: z.nullable(allocationInShort),
  lastRound: z.nullable(allocationInShort),
  totals: z.extend(bookTotals.shape.totals, {
    /** The part of the binding share and amount that the originator keeps. */
    holdPercentage: percent,
    holdAmount: money,
  }),
  /** The open proposal of other terms, or null without one. */
  termsProposal: z.nullable(termsProposal),
  /** The register of a closed book, in short. */
  register: z.nullable(currentRegister),
  /** The money of a closed book, in short. */
  funding: z.nullable(fundingInShort),
})
export type Deal = z.infer<typeof deal>

const shareLimit = (name: string) =>
  optionalPercent({ name, notPositive: `${name} must be a positive number` }).check(
    z.refine(
      (share) => share === null || compareFigures(share, wholePercent(100)) <= 0,
      `${name} must be at most 100`,
    ),
  )

const stepMessage = `Step must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(shareSteps)}`
const step = z.pipe(
  z.nullable(z.string(stepMessage)),
  z.transform((value: string | null, context): Percent => {
    const found = value === null ? smallestStep : (parsePercent(value) ?? '')
    const known = shareSteps.find((each) => each === found)
    if (known !== undefined) return known
    context.issues.push({ code: 'custom', input: value, message: stepMessage })
    return smallestStep
  }),
)

/** Omitted fields keep their values, and null clears one. */
export const dealChange = z.partial(
  z.object({
    commitmentDeadline: enteredLoan.shape.commitmentDeadline,
    closingDate: enteredLoan.shape.closingDate,
    minShare: shareLimit('Minimum share'),
    maxShare: shareLimit('Maximum share'),
    shareStep: step,
  }),
)
export type DealChange = z.output<typeof dealChange>

/** A share of 0 gives the hold up. */
export const newHold = z.object({
  percentage: enteredShare('Hold'),
  amount: shownAmount,
})
