import { Plus } from 'lucide-react'
import type { FirmOfAdmin, FirmSummary } from '#contract/firms/shapes.ts'
import { isFirmOrder, type FirmOrder } from '#domain/firms/orders.ts'
import { titleOfFirm } from '#domain/firms/people.ts'
import { formatCents, formatDollars, isAboveZero } from '#domain/money.ts'
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
import { SortableHeader } from '#web/ui/display/SortableHeader.tsx'
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

/** The largest holders come first. */
const defaultOrder: FirmOrder = '-binding'

export function FirmsPage() {
  const given = new URLSearchParams(useSearch())
  const search = given.get('search')?.trim() ?? ''
  const asked = given.get('sort') ?? ''
  const sort = isFirmOrder(asked) ? asked : defaultOrder
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const query = useInfiniteQuery({
    ...endpointPages('listFirms', {
      ...(search && { search }),
      sort,
      limit: '50',
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const show = (state: { search: string; sort: FirmOrder }, options?: { replace: boolean }) => {
    const shown = new URLSearchParams({
      ...(state.search.trim() && { search: state.search }),
      ...(state.sort !== defaultOrder && { sort: state.sort }),
    }).toString()
    navigate(shown ? `${paths.adminFirms()}?${shown}` : paths.adminFirms(), options)
  }
  // The first search adds a history entry. Refining the search doesn't.
  const searchFor = (text: string) => show({ search: text, sort }, { replace: search !== '' })
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
            {(firms) => (
              <FirmTable
                firms={firms}
                sort={sort}
                onSort={(order) => show({ search, sort: order }, { replace: true })}
              />
            )}
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

interface FirmTableProps {
  firms: FirmSummary[]
  sort: FirmOrder
  onSort: (sort: FirmOrder) => void
}

const FirmTable = ({ firms, ...sorting }: FirmTableProps) => (
  <Table label="Firms" className="border-t">
    <TableHead>
      <SortableHeader
        label="Firm"
        orders={['name', '-name']}
        unsorted={defaultOrder}
        ascending="name"
        {...sorting}
      />
      <HeaderCell numeric className="@max-xl:hidden">
        People
      </HeaderCell>
      <HeaderCell numeric className="@max-3xl:hidden">
        Holds
      </HeaderCell>
      <HeaderCell numeric className="@max-3xl:hidden">
        Admitted
      </HeaderCell>
      <SortableHeader
        label="Binding"
        orders={['-binding', 'binding']}
        unsorted="newest"
        ascending="binding"
        numeric
        {...sorting}
      />
      <SortableHeader
        label="Soft"
        orders={['-soft', 'soft']}
        unsorted={defaultOrder}
        ascending="soft"
        numeric
        className="@max-xl:hidden"
        {...sorting}
      />
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
  const { id, displayName, people, activeLoans, admittedLoans, lastSignInAt } = firm
  const isOriginator = firm.isOriginator === 'true'
  const title = titleOfFirm({ ...firm, name: displayName })
  const signedIn = lastSignInAt ? formatAge(lastSignInAt) : null
  return (
    <TableRow className={cx(firm.deactivatedAt !== null && 'text-muted-foreground')}>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.adminFirm(id)}
            className="font-medium underline-offset-4 wrap-anywhere hover:underline max-md:inline-block max-md:py-1"
          >
            {title}
          </Link>
          <Badges firm={firm} />
        </span>
        {title !== displayName && (
          <span className="block text-xs wrap-anywhere text-muted-foreground">{displayName}</span>
        )}
        {!isOriginator && (
          <span className="block text-xs text-muted-foreground @3xl:hidden">
            {people > 0 && <span className="@xl:hidden">{countPeople(people)} · </span>}
            {activeLoans > 0 && `holds ${countLoans(activeLoans)} · `}
            {admittedLoans > 0 && `admitted to ${countLoans(admittedLoans)} · `}
            {signedIn ? `signed in ${signedIn}` : 'no sign-in yet'}
          </span>
        )}
      </Cell>
      <Cell numeric className="@max-xl:hidden">
        {people > 0 ? people : <Dash label="None" />}
      </Cell>
      <Cell numeric className="@max-3xl:hidden">
        {activeLoans > 0 ? countLoans(activeLoans) : <Dash label="No loans" />}
      </Cell>
      <Cell numeric className="@max-3xl:hidden">
        {admittedLoans > 0 ? countLoans(admittedLoans) : <Dash label="To no loan" />}
      </Cell>
      <Cell numeric>
        <Amount amount={firm.bindingAmount} />
        {isAboveZero(firm.softAmount) && (
          <span className="block text-xs text-muted-foreground @xl:hidden">
            {formatDollars(firm.softAmount)} soft
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

const Badges = ({
  firm: { isOriginator, deactivatedAt, pending, accessRequests },
}: {
  firm: FirmSummary
}) => (
  <>
    {isOriginator === 'true' && <Badge tone="info">Originator</Badge>}
    {deactivatedAt !== null && <Badge>Deactivated</Badge>}
    {pending > 0 && (
      <Badge tone="warning">
        {pending === 1 ? '1 awaits approval' : `${pending} await approval`}
      </Badge>
    )}
    {accessRequests > 0 && (
      <Badge tone="warning">
        {accessRequests === 1 ? '1 access request' : `${accessRequests} access requests`}
      </Badge>
    )}
  </>
)

const Amount = ({ amount }: { amount: FirmSummary['bindingAmount'] }) =>
  isAboveZero(amount) ? (
    <span title={formatCents(amount)}>{formatDollars(amount)}</span>
  ) : (
    <Dash label="None" />
  )

const countLoans = (count: number) => (count === 1 ? '1 loan' : `${count} loans`)
const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)
