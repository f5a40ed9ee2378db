import { firmRoleLabels } from '#domain/access.ts'
import type { FirmInvitation } from '#contract/firms/shapes.ts'
import { call } from '#web/api/client.ts'
import { copyText } from '#web/files/copy-text.ts'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'

export interface OpenInvitationsProps {
  invitations: readonly FirmInvitation[]
  /** True for administrators, who withdraw an invitation to any firm. */
  isAdminPage?: boolean
}

/** Renders nothing without invitations that are open or have expired unanswered. */
export function OpenInvitations({ invitations, isAdminPage = false }: OpenInvitationsProps) {
  const { title, keepFocus } = useKeptFocus()
  const shown = invitations.filter(({ state }) => state === 'open' || state === 'expired')
  if (shown.length === 0) return null
  return (
    <Card as="section" aria-labelledby="firm-invitations" className="overflow-hidden">
      <CardHeader className="pb-4">
        <CardTitle ref={title} id="firm-invitations" tabIndex={-1} className="outline-none">
          Invitations
        </CardTitle>
        <CardDescription>Each link works once, for its address, for a week.</CardDescription>
      </CardHeader>
      <ul role="list" className="divide-y border-t">
        {shown.map((invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            isAdminPage={isAdminPage}
            onWithdrawn={keepFocus}
          />
        ))}
      </ul>
    </Card>
  )
}

interface InvitationItemProps {
  invitation: FirmInvitation
  isAdminPage: boolean
  onWithdrawn: () => unknown
}

function InvitationItem({ invitation, isAdminPage, onWithdrawn }: InvitationItemProps) {
  const { id, email, firmRole, state, invitedByName, expiresAt, url, can } = invitation
  const [isLinkShown, setLinkShown] = useState(false)
  const withdraw = useAction({
    act: () => {
      const input = { params: { id } }
      return isAdminPage ? call('deleteInvitation', input) : call('deleteFirmInvitation', input)
    },
    done: () => ({ title: 'Invitation withdrawn', description: `${email} can't use its link.` }),
    failed: "The invitation wasn't withdrawn",
    onDone: onWithdrawn,
  })
  async function copy(link: string) {
    if (await copyText(link)) toast({ title: 'Link copied' })
    // The clipboard isn't available without HTTPS, so the link is shown instead.
    else setLinkShown(true)
  }
  return (
    <li className="grid gap-2 px-4.5 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className={cx('min-w-0 flex-1', url && 'basis-56')}>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere">{email}</span>
            {state === 'expired' && <Badge>Expired</Badge>}
          </p>
          <p className="text-[0.8125rem] text-muted-foreground">
            {[
              firmRoleLabels[firmRole],
              invitedByName && `by ${invitedByName}`,
              `${state === 'open' ? 'until' : 'on'} ${formatDate(expiresAt)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="flex gap-1.5">
          {url && (
            <Button
              variant="outline"
              size="s"
              aria-label={`Copy Link for ${email}`}
              disabled={withdraw.isPending}
              onClick={() => void copy(url)}
            >
              Copy Link
            </Button>
          )}
          {can.includes('withdraw') && (
            <Button
              variant="ghost"
              size="s"
              aria-label={`Withdraw the invitation of ${email}`}
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Withdraw
            </Button>
          )}
        </div>
      </div>
      {url && isLinkShown && <CopyField label="Link" name="Link" value={url} selected />}
    </li>
  )
}
