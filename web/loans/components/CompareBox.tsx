import type { Loan } from '#contract/loans/shapes.ts'
import { cx } from '#web/ui/cx.ts'
import { mostCompared, type Comparing } from './compared-loans.ts'

export type CompareBoxProps = {
  loan: Pick<Loan, 'id' | 'title'>
  comparing: Comparing
  isLabeled?: boolean | undefined
  className?: string | undefined
}

export function CompareBox({ loan, comparing, isLabeled = false, className }: CompareBoxProps) {
  const { ids, toggle } = comparing
  const isSelected = ids.includes(loan.id)
  const isFull = !isSelected && ids.length >= mostCompared
  return (
    <label
      title={isFull ? `You can compare up to ${mostCompared} loans.` : undefined}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-2 print:hidden',
        className,
      )}
    >
      <input
        type="checkbox"
        data-key="x"
        aria-label={`Compare ${loan.title}`}
        checked={isSelected}
        disabled={isFull}
        onChange={() => toggle(loan.id)}
        className="size-4 shrink-0 max-md:size-5"
      />
      {isLabeled && <span aria-hidden="true">Compare</span>}
    </label>
  )
}
