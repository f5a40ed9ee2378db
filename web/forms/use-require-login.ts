import { useLocation } from 'wouter'
import { loginPath } from '#web/addresses/return-to.ts'
import { refreshSession } from '#web/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/**
 * Handles a 401 response to an action that visitors can see. Shows a toast and, after 500 ms, opens the login page,
 * which leads back to this page after sign-in.
 */
export function useRequireLogin(): (description: string, title?: string) => void {
  const [, navigate] = useLocation()
  return (description, title = 'Login Required') => {
    toast({ title, description, variant: 'destructive' })
    // The path is computed now, because another response might open the login page before the timeout.
    const login = loginPath()
    setTimeout(() => {
      navigate(login)
      void refreshSession()
    }, 500)
  }
}
