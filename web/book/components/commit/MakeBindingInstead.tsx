import type { Commitment } from '#contract/book/commitments.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatShare } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from 'wouter'
import { shortageOf, softLines } from '#web/book/components/holdings/soft-lines.ts'

export interface MakeBindingInsteadProps {
  lines: readonly Commitment[]
  loan: Loan
  onMakeBinding: (line: Commitment) => void
}

/**
 * Offers to make the lender's soft commitments binding instead of adding a commitment. Explains why some of them can't
 * be made binding.
 */
export function MakeBindingInstead({ lines, loan, onMakeBinding }: MakeBindingInsteadProps) {
  const { fitting, short } = softLines(lines, loan)
  const [first] = short
  const shares = short.map(({ percentage }) => formatShare(percentage)).join(' or ')
  return (
    <>
      {fitting.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {fitting.map((line) => (
            <Button key={line.id} size="s" variant="outline" onClick={() => onMakeBinding(line)}>
              Make My {formatShare(line.percentage)} Binding Instead
            </Button>
          ))}
        </div>
      )}
      {first && (
        <p className="text-[0.8125rem] text-muted-foreground">
          {shortageOf(first, loan, `your ${shares}`)}{' '}
          <Link href={paths.commitments()} className="text-foreground underline underline-offset-4">
            My Commitments
          </Link>
        </p>
      )}
    </>
  )
}
