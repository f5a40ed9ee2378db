import { LogOut, ShieldOff, type LucideIcon } from 'lucide-react'
import type { User } from '#contract/accounts/users.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useState } from 'react'

/** An action for users who have lost a device. It ends all of the user's sessions and leaves the account unchanged. */
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

/** This is the only way to regain access for a user who lost both the authenticator app and the recovery codes. */
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

interface AccountActProps {
  label: string
  text: string
  Icon: LucideIcon
  action: string
  question: { title: string; text: string; confirm: string }
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
  act: { isPending: boolean; mutate: () => void }
}

/**
 * Changes access to an account after confirmation. The change takes effect immediately, even if the surrounding form
 * isn't saved.
 */
function AccountAct(props: AccountActProps) {
  const { label, text, Icon, action, question, isAsking, setAsking, act } = props
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 sm:col-span-2"
    >
      <p className="min-w-0 flex-1 basis-56 text-pretty wrap-anywhere text-muted-foreground">
        {text}
      </p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Icon aria-hidden="true" />
        {action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={question.title}
        text={question.text}
        confirmLabel={question.confirm}
        destructive
        busy={act.isPending}
        onConfirm={() => act.mutate()}
      />
    </section>
  )
}
