import type { Invitation } from '#contract/accounts/users.ts'
import { textLimits } from '#domain/texts.ts'
import { isOnlyHere } from '#domain/web-addresses.ts'
import { CopyField } from '#web/files/CopyField.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { isEmailTaken } from '#web/accounts/components/email-taken.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useKeptInput } from '#web/forms/kept-input.ts'
import { UnsavedChanges } from '#web/ui/overlays/UnsavedChanges.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input, Textarea } from '#web/ui/fields/Input.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { readAddresses } from './typed-addresses.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [addresses, setAddresses] = useState('')
  const [companyName, setCompanyName] = useState('')
  const [note, setNote] = useState('')
  const [isApproved, setApproved] = useState(true)
  const [isSubmitted, setSubmitted] = useState(false)
  const { emails, unreadable } = readAddresses(addresses)
  const area = useRef<HTMLTextAreaElement>(null)
  const isSent = useQuery(endpointQuery('getMailStatus')).data?.transport !== 'folder'
  const invite = useAction({
    act: () =>
      call('createInvitations', {
        body: { emails, companyName, note, isApproved: isApproved ? 'true' : 'false' },
      }),
    done: (made) => ({ title: made.length === 1 ? 'Lender invited' : 'Lenders invited' }),
    failed: 'Failed to invite',
    sayOf: (error) => (isEmailTaken(error) ? { title: 'Nobody was invited' } : null),
  })
  const isTyped = Boolean(addresses.trim() || companyName.trim() || note.trim())
  const kept = useKeptInput('invitations', () =>
    isTyped && !invite.data ? { addresses, companyName, note, isApproved } : null,
  )
  function restore(typed: NonNullable<typeof kept.offer>['input']) {
    // Blank fields in the restored draft don't overwrite the current input.
    if (typed.addresses) setAddresses(typed.addresses)
    if (typed.companyName) setCompanyName(typed.companyName)
    if (typed.note) setNote(typed.note)
    setApproved(typed.isApproved)
    answer()
  }
  /** Moves focus, because the button that restores or discards the draft disappears when it is pressed. */
  function answer() {
    kept.answer()
    area.current?.focus()
  }
  const { close, question } = useDiscardQuestion(
    () => isTyped && !invite.data,
    () => {
      kept.finish()
      onClose()
    },
  )
  if (invite.data) return <Invited invitations={invite.data} onClose={onClose} />

  const problem = whyNot(emails, unreadable)
  const refusal = isEmailTaken(invite.error) ? invite.error.serverMessage : null
  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (problem) area.current?.focus()
    else
      invite.mutate(undefined, {
        onError: (error) => isEmailTaken(error) && area.current?.focus(),
      })
  }
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Invite Lenders"
        description={
          isSent
            ? 'Each gets an email with a link to register, which works for a week.'
            : "Each gets a link to register, which works for a week. Email isn't set up here, so you'll send the links yourself."
        }
        busy={invite.isPending}
        onSubmit={submit}
        footer={
          <>
            <Button variant="outline" disabled={invite.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={invite.isPending}>
              {emails.length > 1 ? `Invite ${emails.length} Lenders` : 'Invite'}
            </Button>
          </>
        }
      >
        {kept.offer && (
          <UnsavedChanges
            at={kept.offer.at}
            onRestore={() => kept.offer && restore(kept.offer.input)}
            onDiscard={answer}
          />
        )}
        <div className="grid gap-4">
          <Field
            label="Email addresses"
            hint="Up to 50, separated by commas, spaces or lines."
            error={isSubmitted ? (problem ?? refusal ?? undefined) : undefined}
          >
            <Textarea
              ref={area}
              rows={3}
              value={addresses}
              onChange={({ target }) => {
                setAddresses(target.value)
                if (refusal) invite.reset()
              }}
              className="field-sizing-content max-h-48"
            />
          </Field>
          <Field label="Company (optional)">
            <Input
              maxLength={textLimits.companyName}
              autoComplete="off"
              value={companyName}
              onChange={({ target }) => setCompanyName(target.value)}
            />
          </Field>
          <Field
            label="Note (optional)"
            hint={isSent ? 'Part of the email.' : "Part of the email, which isn't sent."}
          >
            <Textarea
              rows={2}
              maxLength={textLimits.note}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          <Checkbox
            label="Approve in advance"
            hint="They can read documents, ask questions and commit as soon as they have registered."
            checked={isApproved}
            onChange={({ target }) => setApproved(target.checked)}
          />
        </div>
      </Dialog>
    </>
  )
}

function whyNot(emails: string[], unreadable: string[]): string | undefined {
  const [first] = unreadable
  if (first) return `“${first}” isn't an email address`
  if (emails.length === 0) return 'Enter at least one email address'
  return emails.length > 50 ? 'Invite at most 50 at a time' : undefined
}

function Invited({ invitations, onClose }: { invitations: Invitation[]; onClose: () => void }) {
  const { data: status } = useQuery(endpointQuery('getMailStatus'))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={invitations.length === 1 ? 'Invitation' : `${invitations.length} Invitations`}
      description={
        status?.transport === 'folder'
          ? "Email isn't set up here, so send these links yourself. Each works once, for its address."
          : 'The emails are on their way. You can also send a link yourself; each works once, for its address.'
      }
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-3">
        {invitations.some(({ url }) => url && isOnlyHere(url)) && (
          <p className="rounded-lg bg-secondary px-3 py-2 text-secondary-foreground">
            These links open on this computer only. For lenders elsewhere, set{' '}
            <code className="font-mono">PUBLIC_URL</code> to your public address, restart, and copy
            them again.
          </p>
        )}
        {invitations.map(({ id, email, url }) => (
          <CopyField key={id} label={email} name="Link" value={url ?? ''} />
        ))}
      </div>
    </Dialog>
  )
}
