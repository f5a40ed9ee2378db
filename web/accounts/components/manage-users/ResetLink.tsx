import { KeyRound } from 'lucide-react'
import type { User } from '#contract/accounts/users.ts'
import { call } from '#web/api/client.ts'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { useId } from 'react'

/**
 * Shows the reset link to an administrator, who can pass it on if email isn't set up or doesn't arrive. It isn't
 * available for the administrator's own account.
 */
export function ResetLink({ user, isSelf }: { user: User; isSelf: boolean }) {
  const textId = useId()
  const make = useAction({
    act: () => call('createResetLink', { params: { id: user.id } }),
    failed: 'Failed to create the reset link',
  })
  return (
    <section aria-label="Password" className="grid gap-3 border-t pt-4 sm:col-span-2">
      {make.data ? (
        <MadeLink user={user} url={make.data.url} expiresAt={make.data.expiresAt} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p
            id={textId}
            className="min-w-0 flex-1 basis-56 text-pretty wrap-anywhere text-muted-foreground"
          >
            {isSelf
              ? 'Change your own password on your profile.'
              : `Create a one-time link for ${user.firstName} to set a new password. ${user.firstName} is notified by email.`}
          </p>
          <Button
            variant="outline"
            disabled={isSelf}
            aria-describedby={textId}
            busy={make.isPending}
            onClick={() => make.mutate()}
          >
            <KeyRound aria-hidden="true" />
            Create Reset Link
          </Button>
        </div>
      )}
    </section>
  )
}

function MadeLink({ user, url, expiresAt }: { user: User; url: string; expiresAt: string }) {
  return (
    <>
      <CopyField label="Password reset link" name="Link" value={url} selected />
      <p role="status" className="text-pretty wrap-anywhere text-muted-foreground">
        It works once, until {formatTimestamp(expiresAt)}. We don't email it: send it to{' '}
        {user.firstName} yourself. Anyone who has it can sign in.
      </p>
    </>
  )
}
