import { useLocation } from 'wouter'
import { paths } from './paths.ts'
import { refreshSession } from './session.ts'
import { toast } from './ui/toast.ts'

/**
 * For when the server answers 401 to something that a visitor may see but not do: says why, and
 * goes to the login half a second later.
 */
export function useRequireLogin(): (description: string) => void {
  const [, navigate] = useLocation()
  return (description) => {
    toast({ title: 'Login Required', description, variant: 'destructive' })
    setTimeout(() => {
      navigate(paths.login())
      void refreshSession()
    }, 500)
  }
}
