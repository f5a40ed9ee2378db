import type { AdminSummary } from '#contract/notifications/shapes.ts'
import { Figures } from '#web/ui/Figures.tsx'

/** The desk in three figures; gray placeholders until they arrive. */
export function SummaryCards({ summary }: { summary: AdminSummary | undefined }) {
  return (
    <Figures
      label="Summary"
      className="sm:grid-cols-3"
      figures={cards.map(({ name, count, subtitle }) => ({
        name,
        value: summary?.[count].toLocaleString('en-US'),
        subtitle,
      }))}
    />
  )
}

const cards = [
  { name: 'Total Users', count: 'users', subtitle: 'Registered lenders on platform' },
  { name: 'Total Loans', count: 'loans', subtitle: 'Available opportunities' },
  { name: 'Notifications', count: 'unreadNotifications', subtitle: 'Unread notifications' },
] as const satisfies { name: string; count: keyof AdminSummary; subtitle: string }[]
