import type { BookEntry, BookTotals } from '#contract/book/shapes.ts'
import { formatPart } from '#domain/money.ts'
import { softLines } from '#web/book/components/holdings/soft-lines.ts'
import { Button } from '#web/ui/Button.tsx'

export interface MakeBindingInsteadOnBehalfProps {
  loan: BookTotals['loan']
  held: readonly BookEntry[]
  onMakeBinding: (entry: BookEntry) => void
}

export function MakeBindingInsteadOnBehalf({
  loan,
  held,
  onMakeBinding,
}: MakeBindingInsteadOnBehalfProps) {
  const { fitting: lines } = softLines(held, loan)
  if (lines.length === 0) return null
  return (
    <section
      aria-label="Make binding instead"
      className="grid gap-2 rounded-lg border border-dashed border-muted-foreground p-3"
    >
      <p>Do they hold an indication already? Make it binding, and the book keeps one line.</p>
      <div className="flex flex-wrap gap-2">
        {lines.map((line) => (
          <Button key={line.id} size="s" variant="outline" onClick={() => onMakeBinding(line)}>
            Make {formatPart(line.percentage, line.amount)} Binding
          </Button>
        ))}
      </div>
    </section>
  )
}
