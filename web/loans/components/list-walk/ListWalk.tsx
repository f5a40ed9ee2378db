import { ChevronLeft, ChevronRight } from 'lucide-react'
import { paths } from '#web/addresses/paths.ts'
import { loanFiltersOf, readBrowseState } from '#web/loans/components/browse-loans/url-filters.ts'
import { loanPagesQuery, loanTotalsQuery } from '#web/loans/components/loan-pages.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { useKeysOn } from '#web/keys/keys-setting.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { lastList } from './last-list.ts'

/** The "‹ 3 of 24 ›" navigation on a loan's page opened from a list. The keys j and k also work. */
export function ListWalk({ loanId }: { loanId: string }) {
  const [list] = useState(lastList)
  return list && <Walk loanId={loanId} search={list.search} />
}

function Walk({ loanId, search }: { loanId: string; search: string }) {
  const { place, total, previous, next, turnPage } = useNeighbors(loanId, search)
  const [, navigate] = useLocation()
  const open = (id: string | null) => id !== null && navigate(paths.loan(id), { replace: true })
  const onTurn = turnPage && (() => void turnPage().then(open))
  if (place < 0) return null
  return (
    <nav aria-label="Loans in the list" className="flex items-center gap-0.5 print:hidden">
      <Turn to={previous} label="Previous Loan" hotkey="k" Icon={ChevronLeft} />
      <p className="px-1 text-[0.8125rem] text-muted-foreground tabular-nums">
        {place + 1} of {total}
      </p>
      <Turn to={next} onTurn={onTurn} label="Next Loan" hotkey="j" Icon={ChevronRight} />
    </nav>
  )
}

/**
 * Returns the loan's position in the current list and the neighboring loans. If the loan is no longer in the list, for
 * example because the user passed it, the last known list is used until the user opens a neighbor.
 */
function useNeighbors(loanId: string, search: string) {
  const filters = loanFiltersOf(readBrowseState(search))
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(loanPagesQuery(filters))
  const totals = useQuery(loanTotalsQuery(filters))
  const [kept, setKept] = useState('')
  const fresh = idsOf(data)
  const known = fresh.includes(loanId) ? fresh.join(' ') : kept
  if (known !== kept) setKept(known)
  const ids = known.split(' ')
  const place = ids.indexOf(loanId)
  const isLast = place === ids.length - 1
  return {
    place,
    total: Math.max(ids.length, (hasNextPage && totals.data?.loans) || 0),
    previous: ids[place - 1] ?? null,
    next: place < 0 ? null : (ids[place + 1] ?? null),
    // The next page is loaded only on demand, because the list would show it too and lose its scroll position.
    turnPage:
      isLast && hasNextPage
        ? async () => {
            const after = idsOf((await fetchNextPage()).data)
            return after[after.indexOf(loanId) + 1] ?? null
          }
        : undefined,
  }
}

const idsOf = (data: { pages: { items: { id: string }[] }[] } | undefined) =>
  data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? []

interface TurnProps {
  to: string | null
  onTurn?: (() => void) | undefined
  label: string
  hotkey: string
  Icon: typeof ChevronLeft
}

/** Replaces the history entry so that Back returns to the list. */
function Turn({ to, onTurn, label, hotkey, Icon }: TurnProps) {
  const hasKey = useKeysOn()
  const shared = {
    'aria-label': label,
    'data-key': hotkey,
    'aria-keyshortcuts': hasKey ? hotkey : undefined,
    title: hasKey ? `${label} (${hotkey})` : label,
    className: buttonClass({
      variant: 'ghost',
      size: 'icon',
      className: 'size-7.5! max-md:size-11!',
    }),
    children: <Icon aria-hidden="true" />,
  }
  return to === null ? (
    <button {...shared} type="button" disabled={!onTurn} onClick={onTurn} />
  ) : (
    <Link {...shared} href={paths.loan(to)} replace />
  )
}
