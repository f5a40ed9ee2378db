import type { Commitment } from '#contract/book/commitments.ts'
import type { OwnRegisterEntry } from '#contract/deal/registers.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatDay } from '#domain/days.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { expectedMaturity } from '#domain/loans/maturity.ts'
import {
  formatCents,
  formatExactRate,
  formatShare,
  isAboveZero,
  monthlyInterest,
  yearlyInterest,
  type Money,
  type Percent,
} from '#domain/money.ts'
import { callFile } from '#web/api/call-file.ts'
import { errorMessage } from '#web/api/client.ts'
import { useOwnHoldings } from '#web/book/components/holdings/use-own-holdings.ts'
import { ReceiptLink } from '#web/book/components/receipts/ReceiptLink.tsx'
import { OwnFundingCard } from '#web/deal/components/funding/OwnFundingCard.tsx'
import { useExport } from '#web/files/use-export.ts'
import { formatMonth, toLocalDay } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { Download } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { CertificateButton } from './CertificateButton.tsx'
import { entryOn, useOwnEntries, useOwnFunding } from './use-own-entries.ts'

/**
 * What the user's firm holds of a settled loan: its binding share and, in a closed book, its line in the register and
 * its funding, which comes first while money is to be wired. The page loads all of it. Renders nothing without a share.
 */
export function OwnParticipation({ loan }: { loan: Loan }) {
  const { data, error, isFetching, refetch } = useOwnEntries({ loads: false })
  const funding = useOwnFunding(loan.id, { loads: false })
  const { lines, held } = useOwnHoldings(loan.id, { loads: false })
  const isClosed = loan.bookStage === 'closed'
  if (isClosed && !data && error)
    return (
      <ErrorCard
        title="Your participation couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const entry = isClosed ? entryOn(data, loan.id) : undefined
  const bound = held?.binding && { percentage: held.binding.share, amount: held.binding.amount }
  const share = entry ?? bound
  if (!share) return null
  const isAwaited = funding.data !== undefined && isAboveZero(funding.data.outstanding)
  const commitments = lines.filter(({ isSoftCommit }) => isSoftCommit === 'false')
  return (
    <>
      {entry && isAwaited && <OwnFundingCard loan={loan} />}
      <ParticipationCard loan={loan} share={share} entry={entry} commitments={commitments} />
      {entry && !isAwaited && <OwnFundingCard loan={loan} />}
    </>
  )
}

interface ParticipationCardProps {
  loan: Loan
  share: { percentage: Percent; amount: Money }
  entry: OwnRegisterEntry | undefined
  commitments: Commitment[]
}

function ParticipationCard({ loan, share, entry, commitments }: ParticipationCardProps) {
  const { percentage, amount } = share
  const heading = useRef<HTMLHeadingElement>(null)
  useHashArrival('participation', () => {
    heading.current?.closest('section')?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    return heading.current !== null
  })
  const rate = exactRate(loan)
  const lent = [{ amount, rate }]
  return (
    <Card as="section" aria-labelledby="own-participation" className="@container">
      <CardHeader>
        <CardTitle id="own-participation" ref={heading} tabIndex={-1} className="outline-none">
          Your Participation
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <p className="text-lg/6 font-semibold tracking-tight text-pretty">
          You hold {formatShare(percentage)}, {formatCents(amount)}
        </p>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @lg:grid-cols-3">
          <Fact
            name="Interest a year, gross"
            note={`at ${loan.rateType === 'Floating' ? "today's " : ''}${formatExactRate(rate)} \u00b7 ${formatCents(monthlyInterest(lent))} a month`}
          >
            {formatCents(yearlyInterest(lent))}
          </Fact>
          {loan.fundedOn && <Fact name="Funded">{formatDay(loan.fundedOn)}</Fact>}
          <Maturity loan={loan} />
          {entry && (
            <>
              <Fact name="Effective">{formatDay(entry.effectiveDate)}</Fact>
              <Fact name="Certificate" note={`Register, version ${entry.version}`}>
                {entry.certificateNumber}
              </Fact>
            </>
          )}
          {commitments.map((line) => (
            <Fact key={line.id} name="Commitment" note={describeMaker(line)}>
              {formatShare(line.percentage)} ·{' '}
              <ReceiptLink
                id={line.id}
                subject={`${formatShare(line.percentage)} of ${loan.title}`}
              />
            </Fact>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2">
          {entry && (
            <CertificateButton id={entry.id} label={`Certificate ${entry.certificateNumber}`} />
          )}
          <StatementButton />
        </div>
      </CardContent>
    </Card>
  )
}

interface FactProps {
  name: string
  note?: string
  children: ReactNode
}

const Fact = ({ name, note, children }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted-foreground">{name}</dt>
    <dd className="font-medium">
      {children}
      {note && <span className="block text-xs font-normal text-muted-foreground">{note}</span>}
    </dd>
  </div>
)

const maturityNow = (loan: Loan, now = new Date()) => expectedMaturity(loan, toLocalDay(now))

/** An estimate until the loan is funded. */
function Maturity({ loan }: { loan: Loan }) {
  const { day, isEstimated } = maturityNow(loan)
  if (!day) return null
  return isEstimated ? (
    <Fact name="Est. Maturity">{formatMonth(day.slice(0, 7))}</Fact>
  ) : (
    <Fact name="Matures">{formatDay(day)}</Fact>
  )
}

const describeMaker = ({ madeBy, isOnBehalf }: Commitment) =>
  [isOnBehalf === 'true' && 'Recorded on your behalf', madeBy !== null && `By ${madeBy}`]
    .filter(Boolean)
    .join(' · ')

/** The statement of the whole position, with this loan. */
function StatementButton() {
  const files = useExport("The statement couldn't be downloaded")
  return (
    <Button
      variant="outline"
      size="s"
      className="print:hidden"
      busy={files.busy}
      onClick={() => void files.save(() => callFile('exportStatement', {}))}
    >
      <Download aria-hidden="true" />
      Statement (PDF)
    </Button>
  )
}
