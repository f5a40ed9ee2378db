/** Allocations of a loan as administrators read and make them: the draft, and the published rounds with their offers. */
import { hows } from '#domain/deal/allocation.ts'
import { allocationStates, offerAnswers, offerStates } from '#domain/deal/rounds/rounds.ts'
import { maxAllocated } from '#domain/limits.ts'
import { textLimits } from '#domain/texts.ts'
import * as z from 'zod/mini'
import { shownAmount } from '#contract/book/commitments.ts'
import {
  enteredMoment,
  flag,
  id,
  money,
  optionalText,
  percent,
  text,
  timestamp,
} from '#contract/wire.ts'
import { enteredShare } from './entered-share.ts'

/** Lenders, and the shares and amounts that they add to what they are bound to. */
const part = z.object({ lenders: z.int(), added: percent, addedAmount: money })

export const allocationInShort = z.object({
  id,
  /** Counts the published rounds of the loan. Null for a draft. */
  number: z.nullable(z.int()),
  state: z.enum(allocationStates),
  /** True for a draft that was computed from the book and the limits as they are. */
  isCurrent: flag,
  /** Null if the account was deleted. */
  savedBy: z.nullable(z.string()),
  savedAt: timestamp,
  respondBy: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  /** The share that stays with the originator if all accept. */
  holdShare: percent,
  /** All offers together, and how many of them are answered. In a draft, those that it would make. */
  offered: part,
  accepted: part,
  declined: part,
  waiting: part,
})
export type AllocationInShort = z.infer<typeof allocationInShort>

const order = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proRata') }),
  z.object({ kind: z.literal('byTime') }),
  /** Open requests up to this share come first. */
  z.object({ kind: z.literal('smallFirst'), upTo: percent }),
  /** Open requests made before this moment come first. */
  z.object({ kind: z.literal('earlyFirst'), before: timestamp }),
  z.object({ kind: z.literal('byHand') }),
])

export const allocationLine = z.object({
  /** The id of the offer. */
  id,
  firmId: id,
  lenderName: z.string(),
  /** The company of a firm without its own name, or null. */
  companyName: z.nullable(z.string()),
  bound: percent,
  /** Binding and soft shares together. */
  asks: percent,
  /** The person who made the newest soft commitment that is open, or null. */
  askedBy: z.nullable(z.object({ id, name: z.string() })),
  /** The time of the open request, or null without one. */
  since: z.nullable(timestamp),
  /** Null for a lender that takes part in no tier. */
  tier: z.nullable(z.int()),
  pinned: z.nullable(percent),
  /** The share set by hand, and its reason. */
  fixed: z.nullable(percent),
  reason: z.nullable(z.string()),
  /** The whole share and amount if all accept, and the part that accepting binds. */
  share: percent,
  amount: money,
  added: percent,
  addedAmount: money,
  how: z.enum(hows),
  /** Null in a draft. */
  state: z.nullable(z.enum(offerStates)),
  /** The last time since the round's publication that one of the firm's people opened the loan. */
  openedAt: z.nullable(timestamp),
  answeredAt: z.nullable(timestamp),
  answeredBy: z.nullable(z.string()),
  /** How the lender gave an answer that an administrator recorded. */
  answeredHow: z.nullable(z.string()),
  declineReason: z.nullable(z.string()),
  /** The sentences that the lender reads. */
  explanation: z.array(z.string()),
})
export type AllocationLine = z.infer<typeof allocationLine>

export const allocation = z.extend(allocationInShort, {
  loanId: id,
  /** The least share that the originator wanted to keep, and its amount if all accept. */
  hold: percent,
  holdAmount: money,
  order,
  shareStep: percent,
  minShare: z.nullable(percent),
  maxShare: z.nullable(percent),
  bookVersion: z.string(),
  /** The share left for open requests, and the share requested. */
  room: percent,
  requests: percent,
  note: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(timestamp),
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(timestamp),
  /** Null if the last answer ended the round. */
  endedBy: z.nullable(z.string()),
  /** In the order of the requests. */
  lines: z.array(allocationLine),
})
export type Allocation = z.infer<typeof allocation>

/** A line of the book, as the arithmetic in the browser takes it. */
const bookLine = z.object({
  id,
  firmId: id,
  lenderName: z.string(),
  companyName: z.nullable(z.string()),
  isSoft: flag,
  isHold: flag,
  percentage: percent,
  standingSince: timestamp,
})

export const allocations = z.object({
  draft: z.nullable(allocation),
  /** Newest first. */
  rounds: z.array(allocation),
  bookVersion: z.string(),
  /** The active lines, oldest first. */
  lines: z.array(bookLine),
  /** True if another administrator must approve a draft, and whether there is one. */
  needsApproval: flag,
  hasSecondAdministrator: flag,
})
export type Allocations = z.infer<typeof allocations>

const bookVersion = z
  .string('Send the version of the book that you showed')
  .check(
    z.minLength(1, 'Send the version of the book that you showed'),
    z.maxLength(100, 'Must be at most 100 characters'),
  )

const tierMessage = 'Tier must be a whole number from 1 to 9'

/** An originator's choice for a lender. */
const choice = z
  .object(
    {
      firmId: id,
      tier: z.optional(
        z.int(tierMessage).check(z.minimum(1, tierMessage), z.maximum(9, tierMessage)),
      ),
      /** At least this share is reserved, bound share included. */
      pinned: z.optional(enteredShare('Pinned share')),
      /** Exactly this share is allocated, bound share included. */
      fixed: z.optional(enteredShare('Share set by hand')),
      reason: optionalText(textLimits.releaseReason),
    },
    'Each choice must be an object with the firmId of a lender',
  )
  .check(
    z.refine(({ pinned, fixed }) => pinned === undefined || fixed === undefined, {
      message: 'Pin a share or set it by hand, not both',
      path: ['pinned'],
    }),
  )

const enteredOrder = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('proRata') }),
    z.object({ kind: z.literal('byTime') }),
    z.object({ kind: z.literal('smallFirst'), upTo: enteredShare('Small requests') }),
    z.object({
      kind: z.literal('earlyFirst'),
      before: enteredMoment('Time of early requests', 'Enter a time'),
    }),
    z.object({ kind: z.literal('byHand') }),
  ],
  'Order must be proRata, byTime, smallFirst, earlyFirst or byHand',
)

export const newAllocation = z.object({
  bookVersion,
  /** The least share that the originator keeps. */
  hold: enteredShare('Hold'),
  order: enteredOrder,
  lines: z.array(choice, 'Must be a list of lenders').check(
    z.maxLength(maxAllocated, `Must be at most ${maxAllocated} lenders`),
    z.refine(
      (lines) => new Set(lines.map(({ firmId }) => firmId)).size === lines.length,
      'Each lender can be listed once',
    ),
  ),
  /** To all lenders with an open request. */
  note: optionalText(textLimits.message),
})
export type NewAllocation = z.output<typeof newAllocation>

export const shownBook = z.object({ bookVersion })

const respondBy = enteredMoment('Time to answer', 'Enter the time by which lenders must answer')
export const publication = z.object({ bookVersion, respondBy })
export const movedRound = z.object({ respondBy })

export const answerOnBehalf = z.object({
  answer: z.enum(offerAnswers, 'Must be accepted or declined'),
  amount: shownAmount,
  /** How the lender gave its answer, such as "Letter of May 9". */
  how: text(textLimits.instructedBy, 'Enter how the lender gave its answer'),
})
