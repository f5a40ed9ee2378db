import type { User } from '#contract/users.ts'
import { call } from '#web/api.ts'
import { useAct } from '#web/components/use-act.ts'
import { formatTimestamp } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/toast.ts'
import { Copy, KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** For where no mail is set up, or none arrives: the administrator hands the link over. */
export function ResetLink({ user }: { user: User }) {
  const make = useAct({
    act: () => call('createResetLink', { params: { id: user.id } }),
    failed: 'Failed to make the reset link',
    touches: [],
  })
  return (
    <section aria-label="Password" className="grid gap-3 border-t pt-4 sm:col-span-2">
      {make.data ? (
        <MadeLink user={user} url={make.data.url} expiresAt={make.data.expiresAt} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-56 text-pretty wrap-anywhere text-muted-foreground">
            With a reset link, {user.firstName} chooses a new password without knowing the old one.
          </p>
          <Button variant="outline" busy={make.isPending} onClick={() => make.mutate()}>
            <KeyRound aria-hidden="true" />
            Make Reset Link
          </Button>
        </div>
      )}
    </section>
  )
}

function MadeLink({ user, url, expiresAt }: { user: User; url: string; expiresAt: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(url)
      toast({ title: 'Link copied' })
    } catch {
      // Without HTTPS the browser has no clipboard for pages.
      toast({ title: 'Link not copied', description: 'It is selected: press Ctrl or Cmd + C.' })
    }
  }

  return (
    <>
      <div className="flex items-end gap-2">
        <Field label="Password reset link" className="min-w-0 flex-1">
          {(control) => <Input {...control} ref={field} readOnly value={url} />}
        </Field>
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
      <p role="status" className="text-pretty wrap-anywhere text-muted-foreground">
        It works once, until {formatTimestamp(expiresAt)}. Send it to {user.firstName} yourself, and
        to nobody else: whoever has it can sign in. It is not e-mailed from here.
      </p>
    </>
  )
}
