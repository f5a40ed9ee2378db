import type { Allocation, Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { ApiError, call, errorMessage } from '#web/api/client.ts'
import { useKeptInput } from '#web/forms/kept-input.ts'
import { whenRefetched } from '#web/live/refetch.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { parsePercent } from '#domain/money.ts'
import { useState } from 'react'
import { readOrder, type SheetInput } from './sheet-input.ts'
import { isSameInput, savedInput } from './sheet-lenders.ts'

/** The fields of the sheet: as saved, until something is typed. Typed fields are kept if the user leaves the page. */
export function useDraft(deal: Deal, { draft, bookVersion }: Allocations) {
  const saved = savedInput(deal, draft)
  const [typed, setTyped] = useState<SheetInput | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isTyped = typed !== null && !isSameInput(typed, saved)
  const input = typed ?? saved
  const kept = useKeptInput('allocation ' + deal.loan.id, () => (isTyped ? typed : null))

  function type(next: SheetInput) {
    setTyped(next)
    setRefusal(null)
  }

  /** Returns the saved draft, or null if it was refused. Shows no toast if a dialog follows, which it would cover. */
  async function save({ isQuiet = false } = {}): Promise<Allocation | null> {
    setSaving(true)
    setRefusal(null)
    const params = { id: deal.loan.id }
    try {
      const step = parsePercent(input.step)
      if (step && step !== deal.settings.shareStep)
        await call('updateDeal', { params, body: { shareStep: step } })
      const body = bodyOf(input, bookVersion)
      const allocation = await call('saveAllocation', { params, body })
      // Until then, the fields would show the draft before.
      await whenRefetched()
      // Input that was typed during the save stays.
      setTyped((now) => (now === typed ? null : now))
      kept.save(null)
      if (!isQuiet)
        toast({ title: 'Draft saved', description: 'Lenders see nothing of it until you publish.' })
      return allocation
    } catch (error) {
      setRefusal(refusalText(error))
      return null
    } finally {
      setSaving(false)
    }
  }

  return {
    ...{ input, saved, isTyped, isSaving, refusal, type, save },
    discard: () => setTyped(null),
    offer: kept.offer,
    restore: () => {
      if (kept.offer) setTyped(kept.offer.input)
      kept.answer()
    },
    forget: () => kept.answer(),
  }
}

function bodyOf(input: SheetInput, bookVersion: string) {
  const order = readOrder(input, {})
  return {
    ...{ bookVersion, order, hold: input.hold.trim() },
    note: input.note,
    lines: Object.entries(input.choices).map(([firmId, { tier, pinned, fixed, reason }]) => ({
      firmId,
      ...(input.order === 'byHand' && tier !== '' && { tier: Number(tier) }),
      ...(pinned !== '' && { pinned: pinned.trim() }),
      ...(fixed !== '' && { fixed: fixed.trim(), reason }),
    })),
  }
}

/** Names the lender's refusal, which the message alone doesn't have. */
function refusalText(error: unknown): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : []
  const message = errorMessage(error, 'Please try again.')
  return field && field !== message ? `${message}: ${field}` : message
}
