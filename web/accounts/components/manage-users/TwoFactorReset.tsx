import { ShieldOff } from 'lucide-react'
import type { User } from '#contract/accounts/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { useState } from 'react'
import { AccountAct } from './AccountAct.tsx'

/** The only way back in for a user who lost both the authenticator app and the recovery codes. */
export function TwoFactorReset({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const turnOff = useAction({
    act: () => call('resetTwoFactor', { params: { id: user.id } }),
    done: () => ({
      title: 'Two-factor sign-in turned off',
      description: `${user.name} can now sign in with the password alone.`,
    }),
    failed: 'Failed to turn off two-factor sign-in',
    onDone: () => setAsking(false),
  })
  return (
    <AccountAct
      label="Two-factor sign-in"
      text={`Lost the authenticator app and the recovery codes? Turn off two-factor for ${user.firstName}.`}
      Icon={ShieldOff}
      action="Turn Off Two-Factor Sign-In"
      question={{
        title: `Turn off two-factor for ${user.name}?`,
        text: `${user.firstName} is signed out, told by email, and can then sign in with the password alone. Call a number you already have to confirm the request.`,
        confirm: 'Turn Off',
      }}
      isAsking={isAsking}
      setAsking={setAsking}
      act={turnOff}
    />
  )
}
