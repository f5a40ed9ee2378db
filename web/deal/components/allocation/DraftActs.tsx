import type { Allocation, Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { useState } from 'react'
import { DeleteDraftDialog } from './DeleteDraftDialog.tsx'
import { PublishRoundDialog } from './PublishRoundDialog.tsx'
import type { useDraft } from './use-draft.ts'

interface DraftActsProps {
  deal: Deal
  allocations: Allocations
  draft: ReturnType<typeof useDraft>
  /** False if a field is refused. */
  canSave: boolean
}

/** Saves, approves, publishes and deletes the draft. */
export function DraftActs({ deal, allocations, draft, canSave }: DraftActsProps) {
  const { isTyped, isSaving, refusal, save } = draft
  const { draft: stored, needsApproval, bookVersion } = allocations
  const [dialog, setDialog] = useState<{ publish: Allocation } | 'delete' | null>(null)
  const approval = useAction({
    act: (id: string) => call('approveAllocation', { params: { id }, body: { bookVersion } }),
    done: () => ({ title: 'Draft approved', description: 'It can be published now.' }),
    failed: "The draft wasn't approved.",
  })
  const isStale = stored?.isCurrent === 'false'
  const mustSave = stored === null || isTyped || isStale
  const approves = needsApproval === 'true'
  const whyNot = whyNotPublished(allocations, mustSave)

  async function publish() {
    const current = mustSave ? await save({ isQuiet: true }) : stored
    if (current) setDialog({ publish: current })
  }

  return (
    <>
      {isStale && !isTyped && (
        <p className="rounded-lg bg-warning-soft px-3 py-2 text-warning">
          The book or its limits have changed since this draft was saved. Check the shares, and save
          it again.
        </p>
      )}
      <FieldError id="allocation-refusal" message={refusal ?? undefined} />
      <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
        <Button
          variant="outline"
          busy={isSaving}
          disabled={!canSave}
          aria-disabled={!mustSave}
          onClick={() => void save()}
        >
          Save Draft
        </Button>
        {approves && stored?.state === 'draft' && (
          <Button
            variant="outline"
            busy={approval.isPending}
            disabled={mustSave}
            onClick={() => approval.mutate(stored.id)}
          >
            Approve
          </Button>
        )}
        <Button
          busy={isSaving}
          disabled={!canSave || whyNot !== null}
          onClick={() => void publish()}
        >
          Publish…
        </Button>
        {isTyped && (
          <Button variant="ghost" onClick={draft.discard}>
            Discard Changes
          </Button>
        )}
        {stored && !isTyped && (
          <Button variant="ghost" onClick={() => setDialog('delete')}>
            Delete Draft
          </Button>
        )}
        <p className="text-[0.8125rem] text-muted-foreground max-md:col-span-2">
          {whyNot ?? (stored ? describeDraft(stored, isTyped) : 'Not saved yet.')}
        </p>
      </div>
      {dialog !== null && dialog !== 'delete' && (
        <PublishRoundDialog deal={deal} draft={dialog.publish} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && stored && (
        <DeleteDraftDialog loanId={deal.loan.id} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

function whyNotPublished(
  { draft, needsApproval, hasSecondAdministrator }: Allocations,
  mustSave: boolean,
): string | null {
  if (needsApproval !== 'true') return null
  if (hasSecondAdministrator !== 'true')
    return 'Publishing needs two administrators, and you are the only active one.'
  if (mustSave || draft?.state === 'draft')
    return 'Another administrator than the one who saved the draft must approve it.'
  return null
}

function describeDraft({ savedBy, savedAt, approvedBy }: Allocation, isTyped: boolean): string {
  const saved = `Saved ${savedBy === null ? '' : `by ${savedBy}, `}${formatTimestamp(savedAt)}`
  if (isTyped) return `${saved}. Your changes aren't saved.`
  return approvedBy === null ? `${saved}.` : `${saved}, approved by ${approvedBy}.`
}
