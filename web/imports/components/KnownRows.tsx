import type { ImportPreview } from '#contract/imports/shapes.ts'
import { loanFieldName, showLoanField } from '#domain/loans/field-texts.ts'
import { Link } from 'wouter'

const maxShown = 5

/** Names rows that exist already, and compares loans with the desk's, so that the user can decide to skip them. */
export function KnownRows({ found: { known, knownSome } }: { found: ImportPreview }) {
  const shown = knownSome.slice(0, maxShown)
  const more = known - shown.length
  return (
    <ul className="grid gap-1 pl-6.5 text-muted-foreground max-md:pl-7.5">
      {shown.map(({ row, name, loanId, differing }) => (
        <li key={row} className="text-pretty wrap-anywhere">
          {loanId ? (
            <Link
              href={`/loans/${loanId}`}
              target="_blank"
              className="font-medium text-primary underline-offset-4 hover:underline max-md:inline-block max-md:py-2"
            >
              {name}
            </Link>
          ) : (
            name
          )}{' '}
          (row {row}){loanId && `: ${describeDiffering(differing)}`}
        </li>
      ))}
      {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
    </ul>
  )
}

type Differing = ImportPreview['knownSome'][number]['differing']

/** Returns text such as "amount $7,850,000 here, $7,600,000 in the file". */
const describeDiffering = (differing: Differing) =>
  differing
    .map(
      ({ field, desk, file }) =>
        `${loanFieldName(field)} ${showLoanField(field, desk) ?? 'blank'} here, ${showLoanField(field, file)} in the file`,
    )
    .join('; ') || 'same figures'
