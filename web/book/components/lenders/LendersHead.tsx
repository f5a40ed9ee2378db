import type { LoanLenders } from '#contract/book/lenders.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { chipControl, FilterChip } from '#web/lists/FilterChip.tsx'
import { cx } from '#web/ui/cx.ts'
import type { LenderStage } from '#domain/book/syndicate/stages.ts'
import { countStages, stageTexts, type LenderFilter } from './stages.ts'

export interface LendersHeadProps {
  loanTitle: string
  lenders: LoanLenders['lenders']
  documents: LoanLenders['documents']
  filter: LenderFilter
  onFilter: (filter: LenderFilter) => void
}

export function LendersHead({ loanTitle, lenders, documents, filter, onFilter }: LendersHeadProps) {
  const counts = countStages(lenders)
  return (
    <div className="flex flex-wrap items-center gap-2 px-4.5 pb-4 print:hidden">
      <div role="group" aria-label="Filter by stage" className="flex flex-wrap items-center gap-2">
        <StageButton
          label={`${lenders.length} ${lenders.length === 1 ? 'lender' : 'lenders'}`}
          isPressed={filter.stage === null}
          onPress={() => onFilter({ ...filter, stage: null })}
        />
        {counts.map(({ stage, count }) => (
          <StageButton
            key={stage}
            label={`${count} ${stageTexts[stage].toLowerCase()}`}
            isPressed={filter.stage === stage}
            onPress={() => onFilter({ ...filter, stage: toggled(filter.stage, stage) })}
          />
        ))}
      </div>
      {documents.length > 0 && (
        <FilterChip label="Hasn't opened" isSet={filter.unread !== null} className="max-w-72">
          {(id) => (
            <select
              id={id}
              className={chipControl}
              value={filter.unread ?? ''}
              onChange={({ target }) => onFilter({ ...filter, unread: target.value || null })}
            >
              <option value="">Any document</option>
              {documents.map((document) => (
                <option key={document.id} value={document.id}>
                  {nameBesideLoan(document.filename, loanTitle)}
                </option>
              ))}
            </select>
          )}
        </FilterChip>
      )}
    </div>
  )
}

const toggled = (current: LenderStage | null, stage: LenderStage) =>
  current === stage ? null : stage

interface StageButtonProps {
  label: string
  isPressed: boolean
  onPress: () => void
}

const StageButton = ({ label, isPressed, onPress }: StageButtonProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className={cx(
      'h-9 rounded-full border px-3 text-[0.8125rem] font-medium whitespace-nowrap max-md:h-11',
      isPressed
        ? 'border-primary bg-secondary text-secondary-foreground'
        : 'border-input bg-card text-muted-foreground hover:bg-muted',
    )}
  >
    {label}
  </button>
)
