import { useUnsentText } from '#web/unsent.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useRef, useState } from 'react'
import { MessageForm } from './MessageForm.tsx'
import { useIsSending } from './send-message.ts'
import type { Correspondent, Recipient } from './threads.ts'

export interface MessageDialogProps {
  loan: { id: string; title: string }
  /** Whom it is for; null to choose. */
  to: Correspondent | null
  onClose: () => void
}

/** Writes to a lender about a loan, away from its messages. What was typed is kept when it is closed. */
export function MessageDialog({ loan, to, onClose }: MessageDialogProps) {
  const [unsent, writeUnsent] = useUnsentText<UnsentMessage>(
    `message on loan ${loan.id} to ${to?.id ?? 'somebody'}`,
    { text: '', recipient: to },
  )
  // A blank text is not kept, so the choice of recipient is kept here.
  const [recipient, setRecipient] = useState(unsent.recipient)
  const isSending = useIsSending(loan.id)
  const textarea = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      // Its end closes whatever stands in its place.
      busy={isSending}
      title="New Message"
      description={loan.title}
    >
      {/* As tall as the field with its list open, so that the list isn't cut off. */}
      <div className="md:min-h-84">
        <MessageForm
          ref={textarea}
          loanId={loan.id}
          recipient={recipient}
          onRecipientChange={(next) => {
            setRecipient(next)
            writeUnsent({ ...unsent, recipient: next })
          }}
          text={unsent.text}
          onTextChange={(text) => writeUnsent({ text, recipient })}
          onSent={() => {
            writeUnsent({ text: '', recipient: to })
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}

interface UnsentMessage {
  text: string
  recipient: Recipient | null
}
