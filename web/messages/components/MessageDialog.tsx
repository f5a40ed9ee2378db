import { useUnsentText } from '#web/forms/unsent.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useRef, useState } from 'react'
import { RecipientField } from './RecipientField.tsx'
import { useMessageForm } from './use-message-form.tsx'
import type { Correspondent, Recipient } from './threads.ts'

export interface MessageDialogProps {
  loan: { id: string; title: string }
  to: Correspondent | null
  /** The text until the user changes it. */
  suggested?: string
  onClose: () => void
}

/**
 * A dialog for writing to a lender about a loan without opening the loan's messages. Unsent text is kept if the user
 * leaves the page.
 */
export function MessageDialog({ loan, to, suggested = '', onClose }: MessageDialogProps) {
  const [unsent, writeUnsent] = useUnsentText<UnsentMessage>(
    `message on loan ${loan.id} to ${to?.id ?? 'somebody'}`,
    { text: '', recipient: to },
  )
  const [text, setText] = useState(unsent.text || suggested)
  // The recipient is in separate state, because a blank message isn't kept.
  const [recipient, setRecipient] = useState(unsent.recipient)
  const textarea = useRef<HTMLTextAreaElement>(null)
  function finish() {
    writeUnsent({ text: '', recipient: to })
    onClose()
  }
  const { close, question } = useDiscardQuestion(
    () => !['', suggested].includes(text.trim()),
    finish,
    {
      title: 'Discard this message?',
      text: "It isn't sent yet.",
    },
  )
  const { fields, submit, isBlank, isSending } = useMessageForm({
    ref: textarea,
    loanId: loan.id,
    recipient,
    onRecipientChange: (next) => {
      setRecipient(next)
      writeUnsent({ ...unsent, recipient: next })
    },
    text,
    onTextChange: (typed) => {
      setText(typed)
      writeUnsent({ text: typed, recipient })
    },
    onSent: finish,
    // The dialog is tall enough for the list of recipients, which opens over the text area.
    rows: 10,
    Recipients: RecipientField,
  })
  return (
    <>
      {question}
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        // The dialog can't be closed while a request is pending. Otherwise, the end of the request would close any
        // dialog that was opened in the meantime.
        busy={isSending}
        title="New Message"
        description={loan.title}
        firstFocus={recipient ? textarea : undefined}
        onSubmit={submit}
        footer={
          <>
            <p className="mr-auto self-center text-xs text-muted-foreground max-md:hidden">
              Ctrl/⌘ + Enter to send
            </p>
            <Button variant="outline" disabled={isSending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={isSending} disabled={isBlank}>
              Send Message
            </Button>
          </>
        }
      >
        <div className="grid gap-3">{fields}</div>
      </Dialog>
    </>
  )
}

interface UnsentMessage {
  text: string
  recipient: Recipient | null
}
