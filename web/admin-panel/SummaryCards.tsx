import type { AdminSummary } from '#contract/notifications/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { Card } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { Link } from 'wouter'
import { printAdminState, type AdminTab } from './admin-state.ts'

/**
 * Shows three counts, each with a link to its tab, or placeholders during loading. The counts share a row even on
 * phones, to keep the tabs in view.
 */
export function SummaryCards({ summary }: { summary: AdminSummary | undefined }) {
  return (
    <Card
      as="section"
      aria-label="Summary"
      aria-busy={!summary}
      className="grid grid-cols-3 divide-x overflow-hidden xl:grid-cols-[repeat(3,auto)]"
    >
      {cards.map(({ name, tab, count, subtitle }) => (
        <div
          key={name}
          className="relative px-3 py-2.5 hover:bg-muted/55 sm:px-4.5 xl:flex xl:items-baseline xl:gap-x-2"
        >
          <h2 className="text-[0.8125rem] text-muted-foreground">
            <Link
              href={tabAddress(tab)}
              // The link's pseudo-element covers the card so that the whole card is clickable and shows the focus ring.
              className="underline-offset-4 outline-none! after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
            >
              {name}
            </Link>
          </h2>
          {summary ? (
            <p className="text-figure font-semibold tracking-tight">
              {summary[count].toLocaleString('en-US')}
            </p>
          ) : (
            <Skeleton className="my-1 h-6.5 w-20" />
          )}
          <p className="text-[0.8125rem] text-muted-foreground max-sm:text-xs">{subtitle}</p>
        </div>
      ))}
    </Card>
  )
}

function tabAddress(tab: AdminTab) {
  const query = printAdminState({
    tab,
    search: '',
    drafts: false,
    sort: 'newest',
    loan: '',
    kind: '',
    userSort: 'newest',
    user: '',
  })
  return query ? `${paths.admin()}?${query}` : paths.admin()
}

const cards = [
  {
    name: 'Total Users',
    tab: 'users',
    count: 'users',
    subtitle: 'Registered lenders on platform',
  },
  { name: 'Total Loans', tab: 'loans', count: 'loans', subtitle: 'Available opportunities' },
  {
    name: 'Notifications',
    tab: 'notifications',
    count: 'unreadNotifications',
    subtitle: 'Unread notifications',
  },
] as const satisfies { name: string; tab: AdminTab; count: keyof AdminSummary; subtitle: string }[]
