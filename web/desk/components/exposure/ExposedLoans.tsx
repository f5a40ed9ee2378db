import { X } from 'lucide-react'
import { endpointPages } from '#web/api/client.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { ExposedLoanTable, exposureOrders } from './ExposedLoanTable.tsx'
import { describeBar, toLoanQuery, type ExposureState } from './url-state.ts'

const pageLength = 10

export function ExposedLoans({
  state,
  lenderName,
  heading,
  onChange,
}: {
  state: ExposureState
  lenderName: string | undefined
  heading: RefObject<HTMLHeadingElement | null>
  onChange: (part: Partial<ExposureState>) => void
}) {
  const query = useInfiniteQuery({
    ...endpointPages('listExposedLoans', { ...toLoanQuery(state), limit: String(pageLength) }),
    // Keeps the previous rows during loading so that focus stays on the pressed header. An empty list isn't kept,
    // because its "no loans" message might be wrong for the new query.
    placeholderData: (listed) => (listed?.pages[0]?.items.length ? listed : undefined),
  })
  const { status, sort, bar } = state
  return (
    <TableCard as="section" aria-labelledby="exposed-loans">
      <CardHeader
        className="items-center! pb-4"
        action={
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
            <NativeSelect
              aria-label="Loans to list"
              className="max-sm:flex-1"
              value={status}
              onChange={({ target }) =>
                onChange({ status: target.value as ExposureState['status'] })
              }
            >
              <option value="open">Offered</option>
              <option value="funded">Funded</option>
              <option value="all">Offered and Funded</option>
            </NativeSelect>
            <NativeSelect
              aria-label="Order"
              className="max-sm:flex-1 @6xl:hidden"
              value={sort}
              onChange={({ target }) => onChange({ sort: target.value as ExposureState['sort'] })}
            >
              {exposureOrders.every(([order]) => order !== sort) && (
                <option value={sort}>By column</option>
              )}
              {exposureOrders.map(([order, name]) => (
                <option key={order} value={order}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </div>
        }
      >
        <CardTitle
          ref={heading}
          id="exposed-loans"
          tabIndex={-1}
          className="scroll-mt-18 outline-none"
        >
          Loans
        </CardTitle>
        {bar && (
          <button
            type="button"
            onClick={() => {
              onChange({ bar: null })
              // The focused button is removed, so focus must move elsewhere.
              heading.current?.focus({ preventScroll: true })
            }}
            className={buttonClass({
              variant: 'outline',
              size: 's',
              className: 'mt-1.5 max-w-full shrink! rounded-full!',
            })}
          >
            <span className="truncate">
              <span className="sr-only">Remove </span>
              {describeBar(bar, lenderName)}
            </span>
            <X aria-hidden="true" className="text-muted-foreground" />
          </button>
        )}
      </CardHeader>
      <div aria-busy={query.isFetching} className={cx(query.isPlaceholderData && 'opacity-60')}>
        <FetchedPages
          query={query}
          failed="The loans couldn't be loaded"
          skeleton={<Skeleton className="h-140" />}
          empty={
            <EmptyState
              className="border-t"
              title={
                bar
                  ? 'No loans match'
                  : status === 'funded'
                    ? 'No funded loans yet'
                    : 'No loans yet'
              }
              text={bar ? undefined : 'Published loans appear here with what lenders hold of them.'}
            />
          }
        >
          {(loans) => (
            <ExposedLoanTable
              loans={loans}
              sort={sort}
              onSort={(next) => onChange({ sort: next })}
            />
          )}
        </FetchedPages>
      </div>
    </TableCard>
  )
}
