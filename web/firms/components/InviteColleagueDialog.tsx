import type { FirmInvitation } from '#contract/firms/shapes.ts'
import type { FirmRole } from '#domain/access.ts'
import { isOnlyHere } from '#domain/web-addresses.ts'
import { ApiError, call } from '#web/api/client.ts'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useRef, useState } from 'react'
import { RoleChoice } from './RoleChoice.tsx'

export interface InviteColleagueDialogProps {
  firmName: string
  /** The firm's id on the administrators' page. Without it, a manager invites to the own firm. */
  firmId?: string
  onClose: () => void
}

export function InviteColleagueDialog({ firmName, firmId, onClose }: InviteColleagueDialogProps) {
  const [email, setEmail] = useState('')
  const [firmRole, setFirmRole] = useState<FirmRole>('viewer')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const invite = useAction({
    act: (): Promise<FirmInvitation> =>
      firmId === undefined
        ? call('createFirmInvitation', { body: { email, firmRole } })
        : call('createInvitationToFirm', { params: { id: firmId }, body: { email, firmRole } }),
    done: () => ({ title: 'Colleague invited', description: email }),
    failed: "The invitation wasn't sent",
    // The message is at the field, where it can be corrected.
    sayOf: (error) => (fieldMessage(error) ? { title: 'Nobody was invited' } : null),
    onDone: ({ url }) => url === null && onClose(),
  })
  const { close, question } = useDiscardQuestion(() => email.trim() !== '' && !invite.data, onClose)

  function submit() {
    if (invite.isPending) return
    if (!email.trim()) {
      setProblem('Enter an email address')
      field.current?.focus()
      return
    }
    invite.mutate(undefined, {
      onError(error) {
        setProblem(fieldMessage(error))
        field.current?.focus()
      },
    })
  }

  if (invite.data?.url) return <Invited invitation={invite.data} onClose={onClose} />
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Invite a Colleague"
        description={
          firmId === undefined
            ? `Your colleague gets an email with a link to join ${firmName}, which works for a week. We approve the new account.`
            : `The person gets a link to join ${firmName}, which works for a week, and is approved in advance.`
        }
        busy={invite.isPending}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        footer={
          <>
            <Button variant="outline" disabled={invite.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={invite.isPending}>
              Invite
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Field label="Email" error={problem}>
            <Input
              ref={field}
              type="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => {
                setEmail(target.value)
                setProblem(undefined)
              }}
            />
          </Field>
          <RoleChoice value={firmRole} onChange={setFirmRole} />
        </div>
      </Dialog>
    </>
  )
}

const inPlace = ['email_taken', 'already_invited']

function fieldMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return (
    error.fields.email ?? (inPlace.includes(error.code) ? (error.serverMessage ?? '') : undefined)
  )
}

function Invited({ invitation, onClose }: { invitation: FirmInvitation; onClose: () => void }) {
  const { email, url } = invitation
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Invitation"
      description="You can also send the link yourself, for example if email isn't set up. It works once, for its address."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-3">
        {url && isOnlyHere(url) && (
          <p className="rounded-lg bg-secondary px-3 py-2 text-secondary-foreground">
            This link opens on this computer only. For people elsewhere, set{' '}
            <code className="font-mono">PUBLIC_URL</code> to your public address, restart, and copy
            it again.
          </p>
        )}
        <CopyField label={email} name="Link" value={url ?? ''} selected />
      </div>
    </Dialog>
  )
}
