import { Plus } from 'lucide-react'
import type { FirmOfAdmin, FirmSummary } from '#contract/firms/shapes.ts'
import { formatCents, formatShortly, isAboveZero } from '#domain/money.ts'
import { call, endpointPages } from '#web/api/client.ts'
import { Proposals } from '#web/firms/components/Proposals.tsx'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { paths } from '#web/addresses/paths.ts'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { formatAge } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  Dash,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'

const NameFirmDialog = onDemand(() =>
  import('#web/firms/components/NameFirmDialog.tsx').then(
    (part) => part.NameFirmDialog<FirmOfAdmin>,
  ),
)

export function FirmsPage() {
  const search = new URLSearchParams(useSearch()).get('search')?.trim() ?? ''
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const query = useInfiniteQuery({
    ...endpointPages('listFirms', { ...(search && { search }), limit: '50' }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const searchFor = (text: string) =>
    navigate(
      text.trim() ? `${paths.adminFirms()}?search=${encodeURIComponent(text)}` : paths.adminFirms(),
      // The first search adds a history entry. Refining the search doesn't.
      { replace: search !== '' },
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1
            ref={title}
            tabIndex={-1}
            className="text-title font-semibold tracking-tight outline-none"
          >
            Firms
          </h1>
          <p className="text-muted-foreground">The institutions and people that hold positions</p>
        </div>
        <Button
          variant="outline"
          onPointerEnter={NameFirmDialog.preload}
          onFocus={NameFirmDialog.preload}
          onClick={() => setCreating(true)}
        >
          <Plus aria-hidden="true" />
          Create Firm
        </Button>
      </header>
      <PartBoundary>
        <Proposals />
      </PartBoundary>
      <TableCard as="section" aria-label="All firms">
        <div className="px-4.5 py-4">
          <div className="sm:w-80">
            <SearchBox
              label="Search firms"
              placeholder="Firm, person or email..."
              search={search}
              onSearch={searchFor}
            />
          </div>
        </div>
        <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
          <FetchedPages
            query={query}
            failed="The firms couldn't be loaded"
            skeleton={<Skeletons count={4} className="h-10" />}
            empty={
              search ? (
                <EmptyState
                  kind="no-match"
                  className="border-t"
                  title="No firms found"
                  text="No firm, person or email address matches your search."
                  action={
                    <Button
                      variant="outline"
                      onClick={() => {
                        searchFor('')
                        // The focused button is removed, so focus must move elsewhere.
                        title.current?.focus()
                      }}
                    >
                      Clear Search
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  className="border-t"
                  title="No firms yet"
                  text="Every lender who registers is a firm. Create one in advance to invite its people."
                />
              )
            }
          >
            {(firms) => <FirmTable firms={firms} />}
          </FetchedPages>
        </div>
      </TableCard>
      {isCreating && (
        <NameFirmDialog
          title="Create Firm"
          name={null}
          mayBeBlank={false}
          save={(name) => call('createFirm', { body: { name: name ?? '' } })}
          onSaved={({ id }) => navigate(paths.adminFirm(id))}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}

const FirmTable = ({ firms }: { firms: FirmSummary[] }) => (
  <Table label="Firms" className="border-t">
    <TableHead>
      <HeaderCell>Firm</HeaderCell>
      <HeaderCell numeric className="@max-xl:hidden">
        People
      </HeaderCell>
      <HeaderCell numeric className="@max-3xl:hidden">
        Loans
      </HeaderCell>
      <HeaderCell numeric>Binding</HeaderCell>
      <HeaderCell numeric className="@max-xl:hidden">
        Soft
      </HeaderCell>
      <HeaderCell className="@max-3xl:hidden">Last Sign-In</HeaderCell>
    </TableHead>
    <TableBody>
      {firms.map((firm) => (
        <FirmRow key={firm.id} firm={firm} />
      ))}
    </TableBody>
  </Table>
)

function FirmRow({ firm }: { firm: FirmSummary }) {
  const { id, displayName, people, pending, activeLoans, lastSignInAt } = firm
  const isOriginator = firm.isOriginator === 'true'
  const signedIn = lastSignInAt ? formatAge(lastSignInAt) : null
  return (
    <TableRow className={cx(firm.deactivatedAt !== null && 'text-muted-foreground')}>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.adminFirm(id)}
            className="font-medium underline-offset-4 wrap-anywhere hover:underline max-md:inline-block max-md:py-1"
          >
            {displayName}
          </Link>
          {isOriginator && <Badge tone="info">Originator</Badge>}
          {firm.deactivatedAt !== null && <Badge>Deactivated</Badge>}
          {pending > 0 && (
            <Badge tone="warning">
              {pending === 1 ? '1 awaits approval' : `${pending} await approval`}
            </Badge>
          )}
        </span>
        {firm.companyName && (
          <span className="block text-xs wrap-anywhere text-muted-foreground">
            {firm.companyName}
          </span>
        )}
        {!isOriginator && (
          <span className="block text-xs text-muted-foreground @3xl:hidden">
            {people > 0 && <span className="@xl:hidden">{countPeople(people)} · </span>}
            {activeLoans > 0 && `${activeLoans === 1 ? '1 loan' : `${activeLoans} loans`} · `}
            {signedIn ? `signed in ${signedIn}` : 'no sign-in yet'}
          </span>
        )}
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {isOriginator ? <Dash label="None" /> : people}
      </Cell>
      <Cell numeric className="@max-3xl:hidden">
        {activeLoans > 0 ? activeLoans : <Dash label="None" />}
      </Cell>
      <Cell numeric>
        <Amount amount={firm.bindingAmount} />
        {isAboveZero(firm.softAmount) && (
          <span className="block text-xs text-muted-foreground @xl:hidden">
            {formatShortly(firm.softAmount)} soft
          </span>
        )}
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        <Amount amount={firm.softAmount} />
      </Cell>
      <Cell className="whitespace-nowrap @max-3xl:hidden">
        {signedIn ?? <Dash label="No sign-in yet" />}
      </Cell>
    </TableRow>
  )
}

const Amount = ({ amount }: { amount: FirmSummary['bindingAmount'] }) =>
  isAboveZero(amount) ? (
    <span title={formatCents(amount)}>{formatShortly(amount)}</span>
  ) : (
    <Dash label="None" />
  )

const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)
