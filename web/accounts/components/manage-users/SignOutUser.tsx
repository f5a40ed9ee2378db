import { LogOut } from 'lucide-react'
import type { User } from '#contract/accounts/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { useState } from 'react'
import { AccountAct } from './AccountAct.tsx'

/** For a lost device: ends all sessions of the user and leaves the account unchanged. */
export function SignOutUser({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const signOut = useAction({
    act: () => call('signOutUser', { params: { id: user.id } }),
    done: ({ ended }) => ({
      title: 'Signed out everywhere',
      description: describeEnded(user, ended),
    }),
    failed: 'Failed to sign the user out',
    onDone: () => setAsking(false),
  })
  return (
    <AccountAct
      label="Sign-ins"
      text={`Lost device? Sign ${user.firstName} out everywhere.`}
      Icon={LogOut}
      action="Sign Out Everywhere"
      question={{
        title: `Sign ${user.name} out everywhere?`,
        text: `This signs ${user.email} out of every browser now. The password doesn't change: if someone else may know it, create a reset link too.`,
        confirm: 'Sign Out Everywhere',
      }}
      isAsking={isAsking}
      setAsking={setAsking}
      act={signOut}
    />
  )
}

function describeEnded({ name }: User, ended: number): string {
  if (ended === 0) return `${name} wasn't signed in anywhere.`
  return `${name} was signed out of ${ended === 1 ? '1 browser' : `${ended} browsers`}.`
}
