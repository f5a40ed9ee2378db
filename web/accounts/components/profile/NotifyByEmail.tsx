import { call, errorMessage } from '#web/api/client.ts'
import { refreshSession, useSession } from '#web/session.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'

export function NotifyByEmail() {
  const { user } = useSession()
  const [asked, setAsked] = useState<boolean | null>(null)

  async function save(wanted: boolean) {
    // A second click during the request is ignored, because the responses could arrive out of order.
    if (asked !== null) return
    setAsked(wanted)
    try {
      await refreshSession(
        await call('updateProfile', { body: { notifyByEmail: wanted ? 'true' : 'false' } }),
      )
      toast({
        title: 'Profile updated',
        description: wanted
          ? 'We also email you notifications.'
          : 'We no longer email you notifications.',
      })
    } catch (error) {
      toast({
        title: 'Profile not updated',
        description: errorMessage(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
    setAsked(null)
  }

  return (
    <Checkbox
      label="Email me notifications too"
      hint={`Sent to ${user?.email}. We always email password links and security notices.`}
      checked={asked ?? user?.notifyByEmail === 'true'}
      aria-busy={asked !== null}
      onChange={({ target }) => void save(target.checked)}
    />
  )
}
