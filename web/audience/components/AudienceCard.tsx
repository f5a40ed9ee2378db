import type { LoanAudience } from '#contract/audience/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { audienceLabels } from '#domain/audience/audiences.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { NotUpToDate } from '#web/lists/NotUpToDate.tsx'
import { paths } from '#web/addresses/paths.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { AccessRequests } from './AccessRequests.tsx'
import {
  countAll,
  countFirms,
  countPeople,
  describePeople,
  describePosition,
  isHolder,
  type AudienceFirm,
} from './describe-audience.ts'

const AudienceDialog = onDemand(() =>
  import('./AudienceDialog.tsx').then((part) => part.AudienceDialog),
)

/** Shows administrators who sees the loan, and the requests for access that await an answer. */
export function AudienceCard({ loan }: { loan: Loan }) {
  const audience = useQuery(endpointQuery('getAudience', { params: { id: loan.id } }))
  const { title: heading, keepFocus } = useKeptFocus()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = audience
  useHashArrival(
    'audience',
    () => {
      heading.current?.scrollIntoView({ block: 'center' })
      heading.current?.focus({ preventScroll: true })
      return true
    },
    data !== undefined,
  )
  if (!data && error)
    return (
      <ErrorCard
        title="The audience couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={audience.isFetching}
        onRetry={() => void audience.refetch()}
      />
    )
  return (
    <Card as="section" aria-labelledby="audience" className="print:hidden">
      <CardHeader
        action={
          data && (
            <Button
              variant="outline"
              size="s"
              aria-label="Change Audience"
              onPointerEnter={() => AudienceDialog.preload()}
              onFocus={() => AudienceDialog.preload()}
              onClick={() => setOpen(true)}
            >
              Change
            </Button>
          )
        }
      >
        <CardTitle id="audience" ref={heading} tabIndex={-1} className="outline-none">
          Audience
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {data ? (
          <>
            {audience.isRefetchError && <NotUpToDate error={audience.error} />}
            <Summary loan={loan} audience={data} />
            <AccessRequests loan={loan} audience={data} onDone={keepFocus} />
            {data.audience !== 'everyone' && (
              <Admitted firms={data.firms.filter(({ isAdmitted }) => isAdmitted === 'true')} />
            )}
          </>
        ) : (
          <div className="grid gap-2">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5" />
          </div>
        )}
      </CardContent>
      {isOpen && <AudienceDialog loan={loan} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Summary({ loan, audience }: { loan: Loan; audience: LoanAudience }) {
  const { peopleToNotify, firmsToNotify } = audience
  return (
    <div className="grid gap-1">
      <p className="font-medium">{audienceLabels[audience.audience]}</p>
      <p className="text-pretty text-muted-foreground">{describeSight(audience)}</p>
      {audience.audience === 'teaser' && (
        <p className="text-pretty text-muted-foreground">
          A teaser shows the title and the picture: make sure that neither reveals the borrower or
          the address.{' '}
          <Link
            href={`${paths.loan(loan.id)}?as=teaser`}
            className="font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline"
          >
            See the Teaser
          </Link>
        </p>
      )}
      {loan.isDraft && (
        <p className="text-pretty text-muted-foreground">
          {peopleToNotify === 0
            ? 'Publishing notifies nobody.'
            : `Publishing notifies ${countPeople(peopleToNotify)} at ${countFirms(firmsToNotify)}.`}
        </p>
      )}
    </div>
  )
}

function describeSight({ audience, firms }: LoanAudience): string {
  const full = firms.filter(({ sees }) => sees === 'full')
  const others = firms.filter(({ sees }) => sees === 'teaser')
  if (audience === 'everyone')
    return `Every approved lender sees the whole loan: ${countAll(full)}.`
  if (audience === 'invited')
    return full.length === 0
      ? 'No firm is admitted, so only administrators see this loan.'
      : `Only the admitted firms see this loan: ${countAll(full)}.`
  return full.length === 0
    ? `No firm is admitted. The teaser: ${countAll(others)}.`
    : `The whole loan: ${countAll(full)}. The teaser: ${countAll(others)}.`
}

const mostAtFirst = 3

function Admitted({ firms }: { firms: AudienceFirm[] }) {
  const [isWhole, setWhole] = useState(false)
  if (firms.length === 0) return null
  // A button that shows one more firm would take as much room as the firm.
  const isLong = firms.length > mostAtFirst + 1
  const isFolded = isLong && !isWhole
  return (
    <section aria-labelledby="admitted" className="grid gap-2">
      <h3 id="admitted" className="text-xs font-medium text-muted-foreground">
        Admitted Firms
      </h3>
      <ul role="list" aria-labelledby="admitted" className="grid gap-2">
        {(isFolded ? firms.slice(0, mostAtFirst) : firms).map((firm) => (
          <li key={firm.id} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <Link
                href={paths.adminFirm(firm.id)}
                className="inline-block wrap-anywhere underline-offset-4 hover:underline max-md:py-1"
              >
                {titleOfFirm(firm)}
              </Link>
              <span className="block text-xs wrap-anywhere text-muted-foreground empty:hidden">
                {describePeople(firm)}
              </span>
            </span>
            <span className="shrink-0 text-right text-xs text-muted-foreground">
              {isHolder(firm) ? (
                <span className="font-medium text-foreground">{describePosition(firm)}</span>
              ) : (
                firm.admittedAt && `since ${formatDate(firm.admittedAt)}`
              )}
            </span>
          </li>
        ))}
      </ul>
      {isLong && (
        <Button
          variant="ghost"
          size="s"
          className="-ml-2.5 justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show Less' : `Show All ${firms.length}`}
        </Button>
      )}
    </section>
  )
}
