import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { useAttempts } from '#web/forms/attempts.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useState } from 'react'

export interface WriteToLendersDialogProps {
  loan: { id: string; title: string }
  recipients: { lenderId: string; lenderName: string }[]
  suggested: string
  onClose: () => void
}

/** Sends one private message to each recipient. */
export function WriteToLendersDialog({
  loan,
  recipients: given,
  suggested,
  onClose,
}: WriteToLendersDialogProps) {
  // While the dialog is open, live updates don't change its recipients or text.
  const [recipients] = useState(given)
  const [proposed] = useState(suggested)
  const [message, setMessage] = useState(proposed)
  const { close, question } = useDiscardQuestion(() => message.trim() !== proposed, onClose, {
    title: 'Discard your text?',
    text: "You'll lose what you wrote.",
  })
  const attempts = useAttempts()
  const [only] = recipients
  const isOne = recipients.length === 1
  const send = useAction({
    act() {
      const recipientIds = recipients.map(({ lenderId }) => lenderId)
      const body = { loanId: loan.id, message: message.trim(), recipientIds }
      return attempts.send(body, (headers) => call('createPrivateMessages', { body, headers }))
    },
    done: ({ sent }) => ({ title: sent === 1 ? 'Message sent' : `${sent} messages sent` }),
    failed: 'Nothing was sent.',
    onDone: onClose,
  })
  const isSending = send.isPending
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={isOne && only ? `Message to ${only.lenderName}` : `${recipients.length} Messages`}
        description={loan.title}
        busy={isSending}
        onSubmit={(event) => {
          event.preventDefault()
          if (message.trim() !== '' && !isSending) send.mutate()
        }}
        footer={
          <>
            <Button variant="outline" disabled={isSending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={isSending} disabled={message.trim() === ''}>
              {isOne ? 'Send Message' : `Send ${recipients.length} Messages`}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Field
            label="Message"
            hint={
              isOne
                ? `A private message: only ${only?.lenderName} and ${company.name} see it.`
                : `Each lender gets it as a private message: only that lender and ${company.name} see it.`
            }
          >
            <Textarea
              rows={6}
              maxLength={textLimits.message}
              value={message}
              readOnly={isSending}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
          {!isOne && (
            <section aria-labelledby="message-recipients">
              <h3 id="message-recipients" className="font-medium">
                To {recipients.length} lenders
              </h3>
              <ul role="list" className="mt-1 divide-y">
                {recipients.map(({ lenderId, lenderName }) => (
                  <li key={lenderId} className="py-1.5 wrap-anywhere">
                    {lenderName}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </Dialog>
    </>
  )
}
