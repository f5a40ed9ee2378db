import type { User } from '#contract/users.ts'
import { call } from '#web/api.ts'
import { useAct } from '#web/components/use-act.ts'
import { touchedByPeople } from '#web/pages/admin/user-queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'

/** For whoever has lost the application and the recovery codes: nobody else can let them in again. */
export function TwoFactorReset({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const turnOff = useAct({
    act: () => call('resetTwoFactor', { params: { id: user.id } }),
    done: () => ({
      title: 'Two-factor sign-in turned off',
      description: `${user.name} signs in with the password alone.`,
    }),
    failed: 'Failed to turn two-factor sign-in off',
    touches: touchedByPeople,
    onDone: () => setAsking(false),
  })
  return (
    <section
      aria-label="Two-factor sign-in"
      className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 sm:col-span-2"
    >
      <p className="min-w-0 flex-1 basis-56 text-pretty wrap-anywhere text-muted-foreground">
        {user.firstName} signs in with a second factor. Turn it off when application and recovery
        codes are lost.
      </p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <ShieldOff aria-hidden="true" />
        Turn Off Two-Factor Sign-In
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Turn off two-factor sign-in of ${user.name}?`}
        text={`It ends ${user.firstName}’s sign-ins and tells ${user.firstName} by e-mail; the password alone will then sign ${user.firstName} in. Be sure that it is ${user.firstName} who asks: call back on a number that you know.`}
        confirmLabel="Turn Off"
        destructive
        busy={turnOff.isPending}
        onConfirm={() => turnOff.mutate()}
      />
    </section>
  )
}
