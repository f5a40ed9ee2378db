import type { CurrentUser } from '#contract/auth.ts'
import { useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { refreshSession } from '#web/session.ts'
import { toast, type ToastMessage } from '#web/ui/toast.ts'

/** What follows a sign-in or a registration: the news, and a tenth of a second later the dashboard. */
export function useEnter() {
  const [, navigate] = useLocation()
  return async (user: CurrentUser, message: ToastMessage) => {
    await refreshSession(user)
    toast(message)
    await new Promise((resolve) => setTimeout(resolve, 100))
    navigate(paths.dashboard())
  }
}
