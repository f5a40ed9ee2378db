import { send } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { discardUnsent } from '#web/forms/unsent.ts'
import { paths } from '#web/addresses/paths.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

export interface SignOutEverywhereDialogProps {
  count: number | undefined
  onClose: () => void
}

export function SignOutEverywhereDialog({ count, onClose }: SignOutEverywhereDialogProps) {
  const end = useAction({
    // Uses `send` instead of `call`, because the refetches after a `call` would fail without a session.
    act: () => send('signOutEverywhere'),
    failed: 'Failed to sign out everywhere',
    onDone() {
      discardUnsent()
      // Loading a full page clears all of this user's data from memory.
      location.assign(paths.login())
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Sign out everywhere?"
      text={describeEnd(count)}
      confirmLabel="Sign Out Everywhere"
      destructive
      busy={end.isPending}
      onConfirm={() => end.mutate()}
    />
  )
}

function describeEnd(count: number | undefined): string {
  if (count === 1) return "You'll be signed out of this browser, the only one signed in."
  const browsers = count === undefined ? 'every browser' : `all ${count} browsers`
  return `You'll be signed out of ${browsers}, including this one.`
}
