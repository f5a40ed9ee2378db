import { Pencil } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

export type MarkedLoan = Pick<Loan, 'id' | 'title' | 'ownMark'>

export type MarkButtonProps = {
  loan: MarkedLoan
  onMark: (loan: MarkedLoan) => void
  className?: string | undefined
}

/** Opens the dialog for the user's private mark. The button is colored if the mark has a note. */
export function MarkButton({ loan, onMark, className }: MarkButtonProps) {
  const note = loan.ownMark?.note ?? null
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Mark or Note ${loan.title}${note === null ? '' : ', has a note'}`}
      title={note ?? 'Mark or note, only for you'}
      onPointerEnter={MarkDialog.preload}
      onFocus={MarkDialog.preload}
      onClick={() => onMark(loan)}
      className={buttonClass({ variant: 'ghost', size: 'icon', className })}
    >
      <Pencil
        aria-hidden="true"
        className={cx('size-3.5!', note !== null && 'fill-secondary text-primary')}
      />
    </button>
  )
}

export const MarkDialog = onDemand(() => import('./MarkDialog.tsx').then((part) => part.MarkDialog))
