import type { OwnRegisterEntry } from '#contract/deal/registers.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { errorMessage } from '#web/api/client.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { Link } from 'wouter'
import { CertificateButton } from './CertificateButton.tsx'
import { useOwnEntries } from './use-own-entries.ts'

/** The closed loans of the user's firm, with their certificates. Renders nothing without one. */
export function OwnParticipations() {
  const { data, error, isFetching, refetch } = useOwnEntries()
  if (!data && error)
    return (
      <ErrorCard
        title="Your participations couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data || data.length === 0) return null
  return (
    <TableCard as="section" aria-labelledby="own-participations">
      <h2 id="own-participations" className="px-4.5 py-3.5 text-heading font-semibold">
        Closed Loans
      </h2>
      <Table label="Shares of closed loans" className="border-t">
        <TableHead>
          <HeaderCell>Loan</HeaderCell>
          <HeaderCell numeric>Share</HeaderCell>
          <HeaderCell numeric className="@max-xl:hidden">
            Amount
          </HeaderCell>
          <HeaderCell className="@max-3xl:hidden">Effective</HeaderCell>
          <HeaderCell className="@max-xl:hidden">Certificate</HeaderCell>
        </TableHead>
        <TableBody>
          {data.map((entry) => (
            <ParticipationRow key={entry.id} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </TableCard>
  )
}

function ParticipationRow({ entry }: { entry: OwnRegisterEntry }) {
  const { id, loan, percentage, amount, effectiveDate, certificateNumber } = entry
  const certificate = (
    <CertificateButton id={id} label={`Certificate ${certificateNumber} of ${loan.title}`} />
  )
  return (
    <TableRow>
      <Cell className="wrap-anywhere">
        <Link
          href={`${paths.loan(loan.id)}#participation`}
          className="font-medium underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
        >
          {loan.title}
        </Link>
        <span className="block text-xs text-muted-foreground @3xl:hidden">
          effective {formatDay(effectiveDate)}
        </span>
        <div className="mt-1 @xl:hidden">{certificate}</div>
      </Cell>
      <Cell numeric>
        <span className="font-medium">{formatShare(percentage)}</span>
        <span className="block text-xs text-muted-foreground @xl:hidden">
          {formatCents(amount)}
        </span>
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {formatCents(amount)}
      </Cell>
      <Cell className="@max-3xl:hidden">{formatDay(effectiveDate)}</Cell>
      <Cell className="@max-xl:hidden">
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs">{certificateNumber}</span>
          {certificate}
        </span>
      </Cell>
    </TableRow>
  )
}
