import { useLocation } from 'wouter'
import { loginPath } from '#web/return-to.ts'
import { refreshSession } from '#web/session.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * For when the server answers 401 to something that a visitor may see but not do: says why, and
 * goes to the login half a second later, which leads back here.
 */
export function useRequireLogin(): (description: string, title?: string) => void {
  const [, navigate] = useLocation()
  return (description, title = 'Login Required') => {
    toast({ title, description, variant: 'destructive' })
    // Another answer may have led to the login before this does.
    const login = loginPath()
    setTimeout(() => {
      navigate(login)
      void refreshSession()
    }, 500)
  }
}
