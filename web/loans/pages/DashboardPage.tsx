import type { Loan, Stats } from '#contract/loans/shapes.ts'
import { formatMillions } from '#domain/money.ts'
import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { CommitDialogSlot } from '#web/book/components/commit/CommitDialogSlot.tsx'
import { Pipeline } from '#web/desk/components/dashboard/Pipeline.tsx'
import { SinceVisit } from '#web/desk/components/dashboard/SinceVisit.tsx'
import { YourBook } from '#web/desk/components/dashboard/YourBook.tsx'
import { TodaySlot } from '#web/desk/components/today/TodaySlot.tsx'
import { LoanGrid } from '#web/loans/components/LoanGrid.tsx'
import { loanPagesQuery } from '#web/loans/components/loan-pages.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { paths } from '#web/addresses/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Figures } from '#web/ui/display/Figures.tsx'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { isLender, type Role } from '#domain/access.ts'
import { company } from '#web/company/company.ts'
import { useSession } from '#web/session.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { DashboardSetup } from '#web/settings/components/setup/DashboardSetup.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

export function DashboardPage() {
  const { role, mustSetUp } = useSession()
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="text-title font-semibold tracking-tight">Dashboard</h1>
          {isLender(role) && <SinceVisit />}
        </div>
        <ButtonLink href={paths.loans()}>Browse Loans</ButtonLink>
      </header>
      {/* On phones, the figures follow Today and the pipeline. They contain nothing to focus, so the focus order stays the visual order. */}
      <div className="grid grid-cols-1 max-md:order-1">
        <PartBoundary>
          <PlatformFigures />
        </PartBoundary>
      </div>
      <PartBoundary>
        <SetupSlot />
      </PartBoundary>
      {isLender(role) ? (
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <PartBoundary>
            <TodaySlot />
          </PartBoundary>
          <PartBoundary>
            <YourBook />
          </PartBoundary>
        </div>
      ) : (
        <PartBoundary>
          <TodaySlot />
        </PartBoundary>
      )}
      {role === 'admin' && !mustSetUp && (
        <PartBoundary>
          <Pipeline />
        </PartBoundary>
      )}
      <div className="grid grid-cols-1 max-md:order-1">
        <PartBoundary>
          <FeaturedLoans />
        </PartBoundary>
      </div>
    </div>
  )
}

function PlatformFigures() {
  const { data: stats, error, isFetching, refetch } = useQuery(endpointQuery('getStats'))
  if (!stats && error) {
    return (
      <ErrorCard
        title="The figures couldn't be loaded"
        message={errorMessage(error, error.message)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Figures
      label="Platform figures"
      className="grid-cols-2 xl:grid-cols-4"
      figures={figures.map(({ name, value, subtitle, addition }) => ({
        name,
        value: stats && value(stats),
        subtitle: subtitle(stats),
        addition: stats ? addition?.(stats) : addition && noTextYet,
      }))}
    />
  )
}

interface PlatformFigure {
  name: string
  value: (stats: Stats) => string
  subtitle: (stats: Stats | undefined) => string
  addition?: (stats: Stats) => string
}

const count = (number: number) => number.toLocaleString('en-US')

/**
 * A non-breaking space keeps the height of the line. The loans below announce to screen readers that they are loading.
 */
const noTextYet = '\u00a0'

const figures: PlatformFigure[] = [
  {
    name: 'Total Available',
    value: (stats) => formatMillions(stats.totalLoansAmount),
    subtitle: (stats) =>
      stats
        ? `${count(stats.activeLoansCount)} active ${stats.activeLoansCount === 1 ? 'loan' : 'loans'}`
        : noTextYet,
    addition: (stats) => `${formatMillions(stats.totalAvailableAmount)} left`,
  },
  {
    name: 'Active Loans',
    value: (stats) => count(stats.activeLoansCount),
    subtitle: () => 'Currently funding',
  },
  {
    name: 'Active Lenders',
    value: (stats) => count(stats.totalLendersCount),
    subtitle: () => 'Participating',
  },
  {
    name: 'Platform Activity',
    value: (stats) => count(stats.totalLoansCount),
    subtitle: () => 'Total opportunities',
    // Loans for invited firms only, which Browse Loans may list too, don't count.
    addition: () => 'open to all',
  },
]

const featuredCount = 3

function FeaturedLoans() {
  const [committingTo, setCommittingTo] = useState<Loan | null>(null)
  const { data, error, isFetching, refetch } = useInfiniteQuery(loanPagesQuery())
  const loans = data?.pages[0]?.items.slice(0, featuredCount)
  return (
    <section aria-labelledby="featured" className="grid grid-cols-1 gap-3.5">
      <h2 id="featured" className="text-heading font-semibold">
        Featured Opportunities
      </h2>
      {!loans && error ? (
        <ErrorCard
          title="The loans couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : loans?.length === 0 ? (
        <Card>
          <NoLoans />
        </Card>
      ) : (
        <>
          {!loans && <Spinner className="justify-start!" />}
          <LoanGrid
            loans={loans}
            placeholders={3}
            level={3}
            isBelowBanner
            onCommit={setCommittingTo}
          />
        </>
      )}
      <CommitDialogSlot loan={committingTo} source="list" onClose={() => setCommittingTo(null)} />
    </section>
  )
}

function NoLoans() {
  const { role } = useSession()
  return (
    <EmptyState
      title="No loans available"
      text={texts[role]}
      action={
        role === 'admin' && (
          <>
            <ButtonLink href={`${paths.admin()}#create`} variant="outline">
              Add Your First Loan
            </ButtonLink>
            <ButtonLink href={paths.adminSettings()} variant="ghost">
              Set Up Your Desk
            </ButtonLink>
          </>
        )
      }
    />
  )
}

const soon = 'New opportunities will appear here as soon as they open.'

const texts: Record<Role, string> = {
  visitor: soon,
  pending: `${soon} We'll tell you when your account is approved, usually ${company.approvalTime}. Questions: ${company.email}.`,
  viewer: soon,
  lender: soon,
  manager: soon,
  admin: 'Lenders see nothing yet. Add a loan as a draft, and publish it when it is complete.',
}

function SetupSlot() {
  const { isAdmin, user } = useSession()
  const { data: stats } = useQuery(endpointQuery('getStats'))
  if (!isAdmin || user?.isSettingUp !== 'true') return null
  const hasStarted = !stats || (stats.activeLoansCount > 0 && stats.totalLendersCount > 0)
  return <DashboardSetup isFoldable={hasStarted} />
}
