import { oncePainted } from '#web/ui/after-screen.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { AdminBarProps } from './AdminBar.tsx'

/** The administrators' bar, whose code nobody else loads; until then, its room. */
export const AdminBarSlot = onDemand<AdminBarProps>(
  oncePainted(() => import('./AdminBar.tsx').then((part) => part.AdminBar)),
  () => <Skeleton className="h-9 max-w-xl max-md:h-24 print:hidden" />,
)
