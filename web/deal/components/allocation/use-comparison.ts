import type { Allocation } from '#contract/deal/allocations.ts'
import { formatShare, parsePercent } from '#domain/money.ts'
import { formatMoment, isMoment } from '#domain/days.ts'
import { useState } from 'react'
import type { ComparedShares } from './comparison.ts'
import { orderLabels } from './order-labels.ts'
import { isSameInput } from './sheet-lenders.ts'
import {
  computeSheet,
  type OrderInput,
  type SheetFacts,
  type SheetInput,
  type SheetMessages,
} from './sheet-input.ts'

/** `saved` is the draft, and `plain` is pro rata with nothing by hand. The others change only the order. */
export type ComparedWith = 'saved' | 'plain' | OrderInput['order']

export interface Comparison {
  kind: ComparedWith
  parameter: OrderInput
  /** Null if the other allocation can't be computed. */
  shares: ComparedShares | null
  messages: SheetMessages
  label: string
  /** The label of the column. */
  shortLabel: string
  choose: (kind: ComparedWith) => void
  change: (change: Partial<OrderInput>) => void
}

interface ComparisonProps {
  facts: SheetFacts
  input: SheetInput
  saved: SheetInput
  draft: Allocation | null
}

/** The allocation beside the one on the screen. */
export function useComparison({ facts, input, saved, draft }: ComparisonProps): Comparison {
  const [chosen, choose] = useState<ComparedWith | null>(null)
  const [typed, setTyped] = useState({ upTo: '10', before: '' })
  const isKept = chosen !== null && (chosen !== 'saved' || draft !== null)
  const isChanged = draft !== null && (draft.isCurrent === 'false' || !isSameInput(input, saved))
  const kind: ComparedWith = isKept ? chosen : isChanged ? 'saved' : 'plain'
  const parameter: OrderInput = {
    ...typed,
    order: kind === 'saved' || kind === 'plain' ? 'proRata' : kind,
  }
  const other: SheetInput =
    kind === 'plain' ? { ...saved, ...parameter, choices: {} } : { ...input, ...parameter }
  const { allocation, messages } = computeSheet(other, facts)
  return {
    kind,
    parameter,
    ...(kind === 'saved' && draft
      ? { shares: sharesOf(draft), messages: {} }
      : { shares: allocation, messages }),
    label: labelOf(kind, parameter),
    shortLabel: shortLabels[kind],
    choose,
    change: (change) => setTyped({ ...typed, ...change }),
  }
}

const sharesOf = ({ lines, holdShare, holdAmount }: Allocation): ComparedShares => ({
  lenders: lines,
  hold: { share: holdShare, amount: holdAmount },
})

export const comparedLabels = {
  saved: 'Saved draft',
  plain: 'Plain pro rata',
  ...orderLabels,
}

const shortLabels: Record<ComparedWith, string> = {
  saved: 'saved draft',
  plain: 'plain pro rata',
  proRata: 'pro rata',
  byTime: 'first come',
  smallFirst: 'small first',
  earlyFirst: 'early first',
  byHand: 'tiers',
}

function labelOf(kind: ComparedWith, { upTo, before }: OrderInput): string {
  const share = parsePercent(upTo)
  if (kind === 'smallFirst' && share) return `Requests up to ${formatShare(share)} first`
  if (kind === 'earlyFirst' && isMoment(before))
    return `Requests before ${formatMoment(before)} first`
  return comparedLabels[kind]
}
