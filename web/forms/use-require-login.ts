import { useLocation } from 'wouter'
import { loginPath } from '#web/addresses/return-to.ts'
import { refreshSession } from '#web/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/**
 * For a 401 on an action that visitors can see but not do: explains it, and 500 ms later opens the
 * login, which leads back here.
 */
export function useRequireLogin(): (description: string, title?: string) => void {
  const [, navigate] = useLocation()
  return (description, title = 'Login Required') => {
    toast({ title, description, variant: 'destructive' })
    // Another answer may have opened the login already.
    const login = loginPath()
    setTimeout(() => {
      navigate(login)
      void refreshSession()
    }, 500)
  }
}
