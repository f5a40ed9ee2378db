import { X } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { CommitButton, CommitReason } from '#web/loans/components/CommitButton.tsx'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dash } from '#web/ui/display/Table.tsx'
import { useRef } from 'react'
import { Link } from 'wouter'
import { dash, type ComparisonGroup, type ComparisonRow } from './comparison.ts'

export type ComparisonTableProps = {
  loans: Loan[]
  groups: ComparisonGroup[]
  onRemove: (loan: Loan) => void
  onCommit: (loan: Loan) => void
}

/**
 * Shows one column for each loan. On wide screens, four columns fit, and the header is sticky. On narrow screens, the
 * table scrolls horizontally next to the row names, and each group repeats the loans' titles.
 */
export function ComparisonTable({ loans, groups, onRemove, onCommit }: ComparisonTableProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <Card className="overflow-clip print:overflow-visible">
      <div
        ref={box}
        role="region"
        aria-label="Comparison"
        // The keyboard can scroll only a container that can be focused.
        tabIndex={0}
        className="relative overflow-x-auto -outline-offset-2 lg:overflow-visible print:overflow-visible"
      >
        <table className="w-full border-separate border-spacing-0 text-[0.84375rem]">
          <thead>
            <tr>
              <td className={cx(headerCell, firstColumn, 'z-20')} />
              {loans.map((loan) => (
                <th key={loan.id} scope="col" className={cx(headerCell, 'min-w-40')}>
                  <LoanHead
                    loan={loan}
                    onCommit={onCommit}
                    onRemove={() => {
                      onRemove(loan)
                      // The focused column is removed, so focus must move elsewhere.
                      box.current?.focus()
                    }}
                  />
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, rows }, place) => (
            <tbody key={name}>
              <tr>
                <th
                  scope="rowgroup"
                  className={cx(firstColumn, 'pt-5 pr-2 pb-1.5 pl-4.5 text-left font-semibold')}
                >
                  {name}
                </th>
                {loans.map(({ id, title }) => (
                  <td key={id} className="px-3 pt-5 pb-1.5 text-xs text-muted-foreground">
                    {place > 0 && (
                      <span aria-hidden="true" className="line-clamp-1 lg:hidden print:hidden">
                        {title}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
              {rows.map((row) => (
                <Row key={row.name} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  )
}

const firstColumn =
  'sticky left-0 z-10 w-48 min-w-28 max-w-48 border-r bg-card text-left print:border-r-0'
const headerCell =
  'z-10 border-b bg-card p-3 text-left align-top lg:sticky lg:top-14 lg:print:static'

function LoanHead({
  loan,
  onRemove,
  onCommit,
}: {
  loan: Loan
  onRemove: () => void
  onCommit: (loan: Loan) => void
}) {
  return (
    <div className="grid gap-2">
      <div className="flex min-h-[2lh] items-start justify-between gap-1">
        <Link
          href={paths.loan(loan.id)}
          className="font-semibold underline-offset-4 wrap-anywhere hover:underline"
        >
          {loan.title}
        </Link>
        <Button
          variant="ghost"
          size="icon"
          className="-mt-2 -mr-2"
          aria-label={`Remove ${loan.title}`}
          onClick={onRemove}
        >
          <X />
        </Button>
      </div>
      <CommitButton
        loan={loan}
        onCommit={onCommit}
        variant="outline"
        size="s"
        className="justify-self-start"
      />
      <CommitReason loan={loan} className="font-normal" />
    </div>
  )
}

function Row({ row: { name, values, differs, isProse, best } }: { row: ComparisonRow }) {
  return (
    <tr className="hover:[&>*]:bg-muted">
      <th
        scope="row"
        className={cx(firstColumn, 'border-t py-2 pr-2 pl-4.5 align-top font-normal')}
      >
        <span className="text-muted-foreground">{name}</span>
      </th>
      {values.map((value, place) => (
        <td
          key={place}
          className={cx(
            'border-t px-3 py-2 align-top wrap-anywhere',
            differs ? 'font-medium' : 'text-muted-foreground',
            isProse && 'md:min-w-48 text-[0.8125rem] font-normal! whitespace-pre-line',
          )}
        >
          {value === dash ? <Dash label="None" /> : value}
          {best.includes(place) && (
            <span className="ml-2 inline-block rounded-full border border-primary px-1.5 text-xs/4 font-medium text-primary">
              Best
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}
