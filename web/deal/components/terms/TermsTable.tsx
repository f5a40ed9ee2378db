import { compareTerms, type FullTerms } from '#domain/loans/credit/terms.ts'
import { formatCents, formatShare, type Money, type Percent } from '#domain/money.ts'
import { cx } from '#web/ui/cx.ts'

interface TermsTableProps {
  previous: FullTerms
  proposed: FullTerms
  /** The caller's own share, with its amount in both terms. */
  own?: { percentage: Percent; amount: Money; newAmount: Money } | undefined
}

/**
 * Compares the present terms of a loan with the proposed ones. Changed ones stand out. For a lender, terms that stay the
 * same are in one line below, so that the answer is in view on a phone.
 */
export function TermsTable({ previous, proposed, own }: TermsTableProps) {
  const terms = compareTerms(previous, proposed)
  const same = own ? terms.filter(({ before, after }) => before === after) : []
  const rows = [
    ...terms.filter((term) => !same.includes(term)),
    ...(own
      ? [
          {
            name: `Your ${formatShare(own.percentage)}`,
            before: formatCents(own.amount),
            after: formatCents(own.newAmount),
          },
        ]
      : []),
  ]
  return (
    <table className="w-full text-[0.84375rem]">
      <caption className="sr-only">Terms now and proposed</caption>
      <thead>
        <tr className="text-right text-xs text-muted-foreground [&>*]:pb-1 [&>*]:font-medium">
          <td />
          <th scope="col">Now</th>
          <th scope="col" className="pl-3">
            Proposed
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <tr key={name} className="text-right [&>*]:border-t [&>*]:py-1.5">
            <th scope="row" className="pr-2 text-left font-normal text-muted-foreground">
              {name}
            </th>
            <td>{before}</td>
            <td
              className={cx('pl-3', before === after ? 'text-muted-foreground' : 'font-semibold')}
            >
              {after}
            </td>
          </tr>
        ))}
      </tbody>
      {same.length > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3} className="border-t pt-1.5 text-xs text-muted-foreground">
              Unchanged: {same.map(({ after }) => after).join(' · ')}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
