import { useSession } from '#web/session.ts'
import { DashboardSetup } from './DashboardSetup.tsx'

/** What remains to be set up, for administrators of a new desk. */
export function SetupSlot() {
  const { isAdmin, user } = useSession()
  return isAdmin && user?.isSettingUp === 'true' ? <DashboardSetup /> : null
}
