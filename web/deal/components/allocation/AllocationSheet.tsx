import type { Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { refusalOfStatus } from '#domain/book/refusals.ts'
import { compareFigures, formatShare, isAboveZero } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardDescription, CardTitle } from '#web/ui/display/Card.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { UnsavedChanges } from '#web/ui/overlays/UnsavedChanges.tsx'
import { Printer } from 'lucide-react'
import { CompareBar } from './CompareBar.tsx'
import { DraftActs } from './DraftActs.tsx'
import { describeRule } from './order-labels.ts'
import { RuleFields } from './RuleFields.tsx'
import { computeSheet, type SheetResult } from './sheet-input.ts'
import { factsOf, namesOf, withChoice } from './sheet-lenders.ts'
import { SheetTable } from './SheetTable.tsx'
import { useComparison } from './use-comparison.ts'
import { useDraft } from './use-draft.ts'

interface AllocationSheetProps {
  deal: Deal
  allocations: Allocations
}

/** Divides the loan among its lenders. It is computed again with each change, as the server does when saving. */
export function AllocationSheet({ deal, allocations }: AllocationSheetProps) {
  const facts = factsOf(deal, allocations)
  const draft = useDraft(deal, allocations)
  const { input, saved } = draft
  const result = computeSheet(input, facts)
  const comparison = useComparison({ facts, input, saved, draft: allocations.draft })
  const names = namesOf(allocations)
  const obstacle = obstacleOf(deal)
  const isReadOnly = obstacle !== null
  const change = (changed: Partial<typeof input>) => draft.type({ ...input, ...changed })
  if (facts.lenders.length === 0)
    return (
      <Card as="section" aria-labelledby="deal-allocation" className="px-4.5 py-4 print:hidden">
        <CardTitle id="deal-allocation">Allocation</CardTitle>
        <CardDescription>
          No lender asks for a share yet. You divide the loan here once lenders do.
        </CardDescription>
      </Card>
    )
  return (
    <FoldingCard
      id="deal-allocation"
      title="Allocation"
      result={describeRoom(result)}
      action={printButton}
      isFolded={deal.next !== 'allocate'}
    >
      <p className="hidden px-4.5 pb-2 text-muted-foreground print:block">{describeRule(input)}</p>
      <div className="grid gap-4 px-4.5 pb-4">
        {draft.offer && (
          <UnsavedChanges at={draft.offer.at} onRestore={draft.restore} onDiscard={draft.forget} />
        )}
        <RuleFields
          input={input}
          messages={result.messages}
          left={result.allocation?.hold ?? null}
          savedStep={deal.settings.shareStep}
          isReadOnly={isReadOnly}
          onChange={change}
        />
        <CompareBar
          comparison={comparison}
          shown={result.allocation}
          names={names}
          hasDraft={allocations.draft !== null}
        />
      </div>
      <SheetTable
        facts={facts}
        names={names}
        input={input}
        result={result}
        comparison={comparison}
        isReadOnly={isReadOnly}
        onChoose={(firmId, choice) => draft.type(withChoice(input, firmId, choice))}
      />
      <div className="grid gap-4 border-t px-4.5 py-4">
        <Field
          label="Note to lenders with an open request"
          hint="In their offers and letters. Optional."
          className="print:hidden"
        >
          <Textarea
            rows={2}
            maxLength={textLimits.message}
            readOnly={isReadOnly}
            value={input.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        </Field>
        {obstacle ? (
          <p className="text-muted-foreground print:hidden">{obstacle}</p>
        ) : (
          <DraftActs
            deal={deal}
            allocations={allocations}
            draft={draft}
            canSave={result.allocation !== null}
          />
        )}
      </div>
    </FoldingCard>
  )
}

const printButton = (
  <Button variant="outline" size="s" className="print:hidden" onClick={() => window.print()}>
    <Printer aria-hidden="true" />
    Print Sheet
  </Button>
)

function describeRoom({ allocation }: SheetResult): string {
  if (!allocation) return 'The marked fields need another value.'
  const { room, requests } = allocation
  if (!isAboveZero(requests)) return 'No open requests.'
  const asked = `Open requests are ${formatShare(requests)}, and ${formatShare(room)} is left for them`
  return compareFigures(requests, room) > 0
    ? `${asked}.`
    : `${asked}: all can get what they ask for.`
}

function obstacleOf({ loan, bookStage, termsProposal }: Deal): string | null {
  if (loan.isDraft === 'true') return 'This loan is a draft. Publish it first.'
  if (bookStage === 'closed') return 'The book of this loan is closed.'
  if (termsProposal) return 'Other terms are proposed. Wait until they take effect, or cancel them.'
  return refusalOfStatus(loan)?.message ?? null
}
