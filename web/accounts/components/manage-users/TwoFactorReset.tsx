import type { User } from '#contract/accounts/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/actions/use-action.ts'
import { ShieldOff } from '#web/ui/icons/shield-off.ts'
import { useState } from 'react'
import { AccountAct } from './AccountAct.tsx'

/** For a person who lost the app and the recovery codes: only this can let them in again. */
export function TwoFactorReset({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const turnOff = useAction({
    act: () => call('resetTwoFactor', { params: { id: user.id } }),
    done: () => ({
      title: 'Two-factor sign-in turned off',
      description: `${user.name} signs in with the password alone.`,
    }),
    failed: 'Failed to turn two-factor sign-in off',
    onDone: () => setAsking(false),
  })
  return (
    <AccountAct
      label="Two-factor sign-in"
      text={`${user.firstName} signs in with a second factor. Turn it off when application and recovery codes are lost.`}
      Icon={ShieldOff}
      action="Turn Off Two-Factor Sign-In"
      question={{
        title: `Turn off two-factor sign-in of ${user.name}?`,
        text: `It ends ${user.firstName}’s sign-ins and tells ${user.firstName} by e-mail; the password alone will then sign ${user.firstName} in. Be sure that it is ${user.firstName} who asks: call back on a number that you know.`,
        confirm: 'Turn Off',
      }}
      isAsking={isAsking}
      setAsking={setAsking}
      act={turnOff}
    />
  )
}
