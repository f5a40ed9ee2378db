/** Computes an allocation from a locked book, and returns it as it is stored. */
import { describeHoldRoom } from '#domain/book/deal/hold.ts'
import type { Line } from '#domain/book/lines.ts'
import { allocate, type AllocatedLender, type Allocation } from '#domain/deal/allocation.ts'
import type { Choice, Limits } from '#domain/deal/claims.ts'
import type { DealLine } from '#domain/deal/lenders.ts'
import type { Order } from '#domain/deal/orders.ts'
import type { AllocationRefusal } from '#domain/deal/refusals.ts'
import { groupBy } from '#domain/groups.ts'
import { isAboveZero, shareAmount, sumMoney, type Money, type Percent } from '#domain/money.ts'
import { ApiError, conflict } from '#server/errors.ts'
import type { LoanRow } from '#server/loans/read-loans.ts'

export interface Choices {
  hold: Percent
  order: Order
  lines: readonly FirmChoice[]
}

export interface FirmChoice extends Choice {
  firmId: string
  reason: string | null
}

export interface ComputedLine extends AllocatedLender {
  pinned: Percent | null
  fixed: Percent | null
  reason: string | null
  /** The amount that accepting binds: that of each commitment by itself. */
  addedAmount: Money
}

interface Computed extends Omit<Allocation, 'lenders' | 'lines'> {
  lines: ComputedLine[]
}

export const toDealLine = ({ standingSince, createdAt, ...line }: Line): DealLine => ({
  ...{ id: line.id, firmId: line.firmId, isSoft: line.isSoft, isHold: line.isHold },
  percentage: line.percentage,
  standingSince: standingSince ?? createdAt,
})

/** @throws {ApiError} 409 with a message by firm, if the choices don't fit the book or each other. */
export function computeAllocation(
  { loan, lines }: { loan: LoanRow; lines: readonly Line[] },
  limits: Limits,
  { hold, order, lines: chosen }: Choices,
): Computed {
  requireInBook(lines, chosen)
  const choices = new Map(chosen.map((each) => [each.firmId, each]))
  const { allocation, refusals } = allocate({
    ...limits,
    ...{ loanAmount: loan.amount, lines: lines.map(toDealLine), hold, order, choices },
  })
  if (!allocation) throw refusalOf(loan, refusals)
  const softIds = new Set(lines.filter(({ isSoft }) => isSoft).map(({ id }) => id))
  const accepted = groupBy(
    allocation.lines.filter(({ id, binding }) => softIds.has(id) && isAboveZero(binding)),
    ({ firmId }) => firmId,
  )
  return {
    ...{ hold: allocation.hold, room: allocation.room, requests: allocation.requests },
    lines: allocation.lenders.map((lender) => {
      const choice = choices.get(lender.firmId)
      return {
        ...lender,
        ...{ pinned: choice?.pinned ?? null, fixed: choice?.fixed ?? null },
        reason: choice?.reason ?? null,
        addedAmount: sumMoney(
          (accepted.get(lender.firmId) ?? []).map(({ binding }) =>
            shareAmount(loan.amount, binding),
          ),
        ),
      }
    }),
  }
}

function requireInBook(lines: readonly Line[], chosen: readonly FirmChoice[]) {
  const holders = new Set(lines.filter(({ isHold }) => !isHold).map(({ firmId }) => firmId))
  const missing = chosen.filter(({ firmId }) => !holders.has(firmId))
  if (missing.length === 0) return
  const message = 'This lender has no commitment to the loan'
  throw new ApiError(409, 'not_in_book', message, {
    fields: Object.fromEntries(missing.map(({ firmId }) => [firmId, message])),
  })
}

function refusalOf(loan: LoanRow, refusals: readonly AllocationRefusal[]): ApiError {
  const [first] = refusals
  if (!first) throw new Error('An allocation was refused without a refusal')
  if (first.firmId === null) return conflict(describeHoldRoom(loan), first.code)
  return new ApiError(409, first.code, messages[first.code], {
    fields: Object.fromEntries(
      refusals.flatMap(({ code, firmId }) => (firmId === null ? [] : [[firmId, messages[code]]])),
    ),
  })
}

const messages: Record<AllocationRefusal['code'], string> = {
  hold_too_high: 'Lenders are bound to more than this hold leaves',
  fixed_out_of_range:
    'A share set by hand must be from what the lender is bound to, to what it asks for',
  over_capacity: 'The shares set by hand are more than what is left',
  pinned_out_of_range:
    "A pinned share must be at most what the lender asks for, and the loan's maximum share",
  pinned_below_minimum:
    "A pinned share must be at least the loan's minimum share, or all that the lender asks for",
  pinned_too_high: 'The pinned shares are more than what is left',
}
