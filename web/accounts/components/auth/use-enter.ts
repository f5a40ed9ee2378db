import type { CurrentUser } from '#contract/accounts/shapes.ts'
import { useLocation } from 'wouter'
import { paths } from '#web/addresses/paths.ts'
import { returnTo } from '#web/addresses/return-to.ts'
import { refreshSession } from '#web/session.ts'
import { toast, type ToastMessage } from '#web/ui/overlays/toast.ts'

/** Shows a toast and, after 100 ms, opens the requested page or, by default, the dashboard. */
export function useEnter() {
  const [, navigate] = useLocation()
  const to = returnTo() ?? paths.dashboard()
  return async (user: CurrentUser, message: ToastMessage) => {
    await refreshSession(user)
    toast(message)
    await new Promise((resolve) => setTimeout(resolve, 100))
    navigate(to)
  }
}
