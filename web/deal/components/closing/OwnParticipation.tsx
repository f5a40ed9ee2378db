import type { OwnRegisterEntry } from '#contract/deal/registers.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { errorMessage } from '#web/api/client.ts'
import { OwnFundingCard } from '#web/deal/components/funding/OwnFundingCard.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useRef } from 'react'
import { CertificateButton } from './CertificateButton.tsx'
import { entryOn, useOwnEntries } from './use-own-entries.ts'

/** The own line in the register of a closed loan, and its funding, which the page loads. Renders nothing without one. */
export function OwnParticipation({ loan }: { loan: Loan }) {
  const { data, error, isFetching, refetch } = useOwnEntries({ loads: false })
  if (!data && error)
    return (
      <ErrorCard
        title="Your participation couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const entry = entryOn(data, loan.id)
  if (!entry) return null
  return (
    <>
      <ParticipationCard entry={entry} />
      <OwnFundingCard loan={loan} />
    </>
  )
}

function ParticipationCard({ entry }: { entry: OwnRegisterEntry }) {
  const { id, percentage, amount, effectiveDate, certificateNumber, version } = entry
  const heading = useRef<HTMLHeadingElement>(null)
  useHashArrival('participation', () => {
    heading.current?.closest('section')?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
    return heading.current !== null
  })
  const lines = [
    ['Effective', formatDay(effectiveDate)],
    ['Certificate', certificateNumber],
    ['Register', `version ${version}`],
  ] as const
  return (
    <Card as="section" aria-labelledby="own-participation">
      <CardHeader action={<CertificateButton id={id} label={`Certificate ${certificateNumber}`} />}>
        <CardTitle id="own-participation" ref={heading} tabIndex={-1} className="outline-none">
          Your Participation
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <p className="text-base font-semibold tracking-tight text-pretty">
          You hold {formatShare(percentage)}, {formatCents(amount)}
        </p>
        <dl className="grid gap-1">
          {lines.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}
