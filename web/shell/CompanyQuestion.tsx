import { textLimits } from '#domain/texts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import { refreshSession, useSession } from '#web/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/Button.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useId, useState, type SubmitEvent } from 'react'

/** Asks people who registered alone for their firm, once. The answer names the firm, and the browser remembers a dismissal. */
export function CompanyQuestion({ className }: { className: string }) {
  const { user } = useSession()
  // The question stays if the account is approved before the answer.
  const [isAsked] = useState(user?.canNameCompany === 'true')
  const [isPutOff, setPutOff] = useState(() => user !== null && wasPutOff(user.id))
  const [companyName, setCompanyName] = useState('')
  const id = useId()
  const save = useAction({
    act: async () => refreshSession(await call('updateProfile', { body: { companyName } })),
    done: () => ({ title: 'Firm saved' }),
    failed: 'Failed to save the firm',
  })
  if (!user || !isAsked || user.companyName || isPutOff) return null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (companyName.trim()) save.mutate()
  }
  function putOff(userId: string) {
    setPutOff(true)
    keepPutOff(userId)
  }

  return (
    <form
      aria-label="Firm"
      onSubmit={submit}
      className={cx('flex flex-wrap items-center gap-2 text-foreground', className)}
    >
      <label htmlFor={id}>Which firm are you with?</label>
      <Input
        id={id}
        autoComplete="organization"
        maxLength={textLimits.companyName}
        value={companyName}
        onChange={({ target }) => setCompanyName(target.value)}
        className="max-sm:w-full sm:max-w-64"
      />
      <Button type="submit" variant="outline" busy={save.isPending} disabled={!companyName.trim()}>
        Save
      </Button>
      <Button variant="ghost" disabled={save.isPending} onClick={() => putOff(user.id)}>
        Not Now
      </Button>
    </form>
  )
}

const keyOf = (userId: string) => `company-not-now-${userId}`

function wasPutOff(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    // If browser storage is disabled, the question appears again on the next page.
    return false
  }
}

function keepPutOff(userId: string) {
  try {
    localStorage.setItem(keyOf(userId), 'true')
  } catch {
    // If browser storage is disabled, the question appears again on the next visit.
  }
}
