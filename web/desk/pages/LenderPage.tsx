import { ArrowLeft } from 'lucide-react'
import type { LenderProfile } from '#contract/desk/lenders.ts'
import { versionNumber } from '#domain/settings/legal-texts.ts'
import { formatCents, formatMillions, isAboveZero } from '#domain/money.ts'
import { useApproval } from '#web/accounts/components/ApproveButton.tsx'
import { EditPersonButton } from '#web/accounts/components/EditPersonButton.tsx'
import { ApiError, endpointQuery, errorMessage } from '#web/api/client.ts'
import { Holdings } from '#web/desk/components/lender/Holdings.tsx'
import { DocumentsRead, Questions } from '#web/desk/components/lender/LenderRecords.tsx'
import { printExposureState } from '#web/desk/components/exposure/url-state.ts'
import { usePageTitle } from '#web/addresses/page-title.ts'
import { paths } from '#web/addresses/paths.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { formatDate, formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Figures } from '#web/ui/display/Figures.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'

export function LenderPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('getLender', { params: { id } }),
    refetchOnMount: 'always',
  })
  const isMissing = error instanceof ApiError && error.status === 404
  usePageTitle(isMissing ? 'Lender not found' : data?.name)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="-mb-1">
        <ButtonLink
          href={`${paths.admin()}?tab=users`}
          variant="ghost"
          size="s"
          className="-ml-2.5"
        >
          <ArrowLeft aria-hidden="true" />
          Back to Manage Users
        </ButtonLink>
      </div>
      <LenderHeader id={id} lender={data} isMissing={isMissing} />
      {isMissing ? (
        <EmptyState title="This lender isn't here" text="The account may have been deleted." />
      ) : !data && error ? (
        <ErrorCard
          title="The lender couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <Figures
            label="Lender figures"
            className="grid-cols-2 xl:grid-cols-4"
            figures={figuresOf(data)}
          />
          <PartBoundary>
            <Holdings lenderId={id} />
          </PartBoundary>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {data ? (
              <>
                <Questions lender={data} />
                <DocumentsRead lender={data} />
              </>
            ) : (
              <>
                <Skeleton className="h-72 rounded-xl" />
                <Skeleton className="h-72 rounded-xl" />
              </>
            )}
          </div>
        </>
      )}
    </div>
  )
}

/** The heading isn't replaced after loading, because it has focus. */
function LenderHeader({
  id,
  lender,
  isMissing,
}: {
  id: string
  lender: LenderProfile | undefined
  isMissing: boolean
}) {
  const bar = { by: 'lenderId' as const, key: id }
  const { title, keepFocus } = useKeptFocus()
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1
            ref={title}
            tabIndex={-1}
            className="min-w-0 text-title font-semibold tracking-tight wrap-anywhere outline-none"
          >
            {lender?.companyName ?? lender?.name ?? (isMissing ? 'Lender not found' : 'Lender')}
          </h1>
          {lender?.isAdmin === 'true' && <Badge tone="info">Admin</Badge>}
          {lender?.deactivatedAt && <Badge>Deactivated</Badge>}
          {lender && isPending(lender) && <Badge tone="warning">Pending</Badge>}
        </div>
        {!isMissing && (
          <p className="truncate text-muted-foreground">
            {lender
              ? [lender.companyName && lender.name, lender.email].filter(Boolean).join(' · ')
              : noTextYet}
          </p>
        )}
        {!isMissing && (
          <p className="text-[0.8125rem] text-muted-foreground max-sm:min-h-15">
            {lender ? describe(lender) : noTextYet}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {lender && isPending(lender) && <Approve id={id} onDone={keepFocus} />}
        {lender && (
          <ButtonLink variant="outline" href={paths.adminFirm(lender.firmId)}>
            Open Firm
          </ButtonLink>
        )}
        {lender && <EditPersonButton id={id} email={lender.email} />}
        {/* The linked page includes only binding shares. During loading, space is reserved for the button. */}
        {!isMissing && (!lender || isAboveZero(lender.bindingAmount)) && (
          <ButtonLink
            variant="outline"
            className={cx(!lender && 'invisible')}
            href={`${paths.adminExposure()}?${printExposureState({ status: 'all', sort: '-gap', bar })}`}
          >
            Loans in Exposure
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

function Approve({ id, onDone }: { id: string; onDone: () => unknown }) {
  const approve = useApproval(id, onDone)
  return (
    <Button busy={approve.isPending} onClick={() => approve.mutate()}>
      Approve
    </Button>
  )
}

const isPending = ({ isAdmin, isApproved, deactivatedAt }: LenderProfile) =>
  isAdmin === 'false' && isApproved === 'false' && deactivatedAt === null

const describe = ({ createdAt, lastSignInAt, termsVersion }: LenderProfile) =>
  [
    `Registered ${formatDate(createdAt)}`,
    lastSignInAt ? `last sign-in ${formatTimestamp(lastSignInAt)}` : 'never signed in',
    describeTerms(termsVersion),
  ].join(' · ')

const describeTerms = (version: string | null) =>
  version === null
    ? 'no accepted terms on record'
    : versionNumber(version) === 0
      ? 'accepted the built-in terms'
      : `accepted version ${versionNumber(version)} of the terms`

/** Reserves the height of a line whose text hasn't loaded yet. */
const noTextYet = '\u00a0'

const figuresOf = (lender: LenderProfile | undefined) => [
  {
    name: 'Binding',
    value: lender && formatMillions(lender.bindingAmount),
    subtitle: lender ? formatCents(lender.bindingAmount) : noTextYet,
  },
  {
    name: 'Soft',
    value: lender && formatMillions(lender.softAmount),
    subtitle: lender ? formatCents(lender.softAmount) : noTextYet,
  },
  {
    name: 'On Loans',
    value: lender && String(lender.activeLoans),
    subtitle: 'Binding or soft',
  },
  {
    name: 'Made Binding',
    value: lender && `${lender.firmedUp} of ${lender.indications}`,
    subtitle: 'Soft commitments',
  },
]
