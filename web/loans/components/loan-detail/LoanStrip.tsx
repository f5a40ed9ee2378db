import type { Loan } from '#contract/loans/shapes.ts'
import { cx } from '#web/ui/cx.ts'
import { keyFiguresOf, type KeyFigure } from './key-figures.ts'

export function LoanStrip({ loan }: { loan: Loan }) {
  const figures = keyFiguresOf(loan)
  if (figures.length === 0) return null
  return (
    <dl
      aria-label="Key figures"
      className="grid grid-cols-2 gap-x-4 gap-y-2 border-y py-2 sm:flex sm:gap-y-3 sm:py-3 sm:flex-wrap sm:*:flex-[1_1_7.5rem] print:flex-nowrap"
    >
      {figures.map((figure) => (
        <Figure key={figure.name} figure={figure} />
      ))}
    </dl>
  )
}

function Figure({ figure: { name, value, notes, warning } }: { figure: KeyFigure }) {
  return (
    <div className="max-sm:min-w-0">
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className={cx(warning && 'text-warning')}>
        <span className="block text-[1.375rem]/7 font-semibold tracking-tight sm:whitespace-nowrap">
          {value}
        </span>
        {warning && <span className="block text-xs">{warning}</span>}
        {notes.map((note) => (
          <span key={note} className="block text-xs text-muted-foreground">
            {note}
          </span>
        ))}
      </dd>
    </div>
  )
}
