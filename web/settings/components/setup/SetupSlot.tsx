import { useSession } from '#web/session.ts'
import { oncePainted } from '#web/ui/after-screen.ts'
import { Card } from '#web/ui/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { dashboardRoom } from './room.ts'

/**
 * What remains to be set up, for administrators of a new desk. Who signs in is told whether it shows, so its room
 * is reserved while its code comes, after the page has been drawn.
 */
export function SetupSlot() {
  const { isAdmin, user } = useSession()
  return isAdmin && user?.isSettingUp === 'true' ? <DashboardSetup /> : null
}

const DashboardSetup = onDemand(
  oncePainted(() => import('./DashboardSetup.tsx').then((part) => part.DashboardSetup)),
  () => <Card className={dashboardRoom} />,
)
