import { useSession } from '#web/session.ts'
import { DashboardSetup } from './DashboardSetup.tsx'

export function SetupSlot() {
  const { isAdmin, user } = useSession()
  return isAdmin && user?.isSettingUp === 'true' ? <DashboardSetup /> : null
}
