import type { Invitation } from '#contract/accounts/users.ts'
import { copyText } from '#web/files/copy-text.ts'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { call, endpointPages } from '#web/api/client.ts'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import {
  Cell,
  HeaderCell,
  Table,
  TableBody,
  TableCard,
  TableHead,
  TableRow,
} from '#web/ui/display/Table.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

const Dialog = onDemand(() => import('#web/ui/overlays/Dialog.tsx').then((part) => part.Dialog))

export function Invitations() {
  const { title, keepFocus } = useKeptFocus()
  const query = useInfiniteQuery(endpointPages('listInvitations', { limit: '20' }))
  if (query.data?.pages[0]?.items.length === 0) return null
  return (
    <TableCard as="section" aria-labelledby="invitations">
      <CardHeader className="pb-4">
        <CardTitle ref={title} id="invitations" tabIndex={-1} className="outline-none">
          Invitations
        </CardTitle>
        <CardDescription>Each link works once, for its address, for a week.</CardDescription>
      </CardHeader>
      <FetchedPages
        query={query}
        failed="The invitations couldn't be loaded"
        skeleton={<Skeleton className="h-10" />}
        empty={null}
      >
        {(items) => (
          <Table label="Invited lenders" className="border-t">
            <TableHead>
              <HeaderCell>Email</HeaderCell>
              <HeaderCell className="max-md:hidden">Invited</HeaderCell>
              <HeaderCell className="max-sm:hidden">Status</HeaderCell>
              <HeaderCell numeric>Actions</HeaderCell>
            </TableHead>
            <TableBody>
              {items.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  onWithdrawn={keepFocus}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </FetchedPages>
    </TableCard>
  )
}

function InvitationRow({
  invitation,
  onWithdrawn,
}: {
  invitation: Invitation
  onWithdrawn: () => unknown
}) {
  const { id, email, name, companyName, createdAt, invitedByName, url } = invitation
  const withdraw = useAction({
    act: () => call('deleteInvitation', { params: { id } }),
    done: () => ({ title: 'Invitation withdrawn', description: `${email} can't use its link.` }),
    failed: 'Failed to withdraw the invitation',
    onDone: onWithdrawn,
  })

  const [isLinkShown, setLinkShown] = useState(false)

  async function copy(link: string) {
    if (await copyText(link)) toast({ title: 'Link copied' })
    // The clipboard isn't available without HTTPS, so the link is shown instead.
    else setLinkShown(true)
  }

  return (
    <TableRow>
      <Cell className="font-medium wrap-anywhere">
        {email}
        {(name ?? companyName) && (
          <span className="block font-normal text-muted-foreground">
            {[name, companyName].filter(Boolean).join(' · ')}
          </span>
        )}
        <span className="mt-1 block font-normal sm:hidden">
          <State invitation={invitation} />
        </span>
      </Cell>
      <Cell className="text-muted-foreground max-md:hidden">
        {formatDate(createdAt)}
        {invitedByName && <span className="block text-xs">by {invitedByName}</span>}
      </Cell>
      <Cell className="max-sm:hidden">
        <State invitation={invitation} />
      </Cell>
      <Cell numeric>
        {url && (
          <div className="flex justify-end gap-1.5 max-sm:flex-col">
            <Button
              variant="outline"
              size="s"
              aria-label={`Copy Link for ${email}`}
              disabled={withdraw.isPending}
              onClick={() => void copy(url)}
            >
              Copy Link
            </Button>
            <Button
              variant="ghost"
              size="s"
              aria-label={`Withdraw the invitation of ${email}`}
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Withdraw
            </Button>
          </div>
        )}
        {url && isLinkShown && (
          <Dialog
            open
            onOpenChange={setLinkShown}
            onClose={() => setLinkShown(false)}
            title="Invitation Link"
            description={`Select it, and copy it by hand. It works once, for ${email}.`}
          >
            <CopyField label="Link" name="Link" value={url} selected />
          </Dialog>
        )}
      </Cell>
    </TableRow>
  )
}

function State({
  invitation: { state, expiresAt, endedAt, isApproved },
}: {
  invitation: Invitation
}) {
  if (state === 'open')
    return (
      <>
        <Badge tone="info">Open</Badge>
        <span className="mt-0.5 block text-xs text-muted-foreground">
          Until {formatDate(expiresAt)}
          {isApproved === 'true' && ' · approved in advance'}
        </span>
      </>
    )
  const names = { accepted: 'Accepted', expired: 'Expired', withdrawn: 'Withdrawn' }
  return (
    <>
      <Badge tone={state === 'accepted' ? 'success' : undefined}>{names[state]}</Badge>
      <span className="mt-0.5 block text-xs text-muted-foreground">
        {formatDate(endedAt ?? expiresAt)}
      </span>
    </>
  )
}
