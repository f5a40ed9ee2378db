import type { Loan } from '#contract/loans/shapes.ts'
import { cx } from '#web/ui/cx.ts'
import { keyFiguresOf, type KeyFigure } from './key-figures.ts'

/** The strip of key figures. Renders nothing for a loan without credit figures. */
export function LoanStrip({ loan }: { loan: Loan }) {
  const figures = keyFiguresOf(loan)
  if (figures.length === 0) return null
  return (
    <dl
      aria-label="Key figures"
      className="grid grid-cols-[repeat(auto-fit,minmax(9.25rem,1fr))] gap-x-4 gap-y-3 border-y py-3 print:grid-flow-col print:grid-cols-none"
    >
      {figures.map((figure) => (
        <Figure key={figure.name} figure={figure} />
      ))}
    </dl>
  )
}

function Figure({ figure: { name, value, notes, warning } }: { figure: KeyFigure }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className={cx(warning && 'text-warning')}>
        <span className="block text-[1.375rem]/7 font-semibold tracking-tight">{value}</span>
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
