import type { AccessRequest } from '#contract/audience/shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'
import { countPeople, nameAsker } from './describe-audience.ts'

export type AccessAnswer = 'grant' | 'refuse'

interface AnswerAccessDialogProps {
  loan: { title: string }
  request: AccessRequest
  answer: AccessAnswer
  people: number | undefined
  onDone: () => void
  onClose: () => void
}

const words = {
  grant: { title: 'Grant Access', done: 'Access granted', failed: "Access wasn't granted." },
  refuse: { title: 'Refuse Access', done: 'Access refused', failed: "The request wasn't refused." },
} as const

export function AnswerAccessDialog({
  loan,
  request,
  answer,
  people = 0,
  onDone,
  onClose,
}: AnswerAccessDialogProps) {
  const [message, setMessage] = useState('')
  const { title, done, failed } = words[answer]
  const send = useAction({
    act: () =>
      call(answer === 'grant' ? 'grantAccess' : 'refuseAccess', {
        params: { id: request.id },
        body: { message },
      }),
    done: () => ({ title: done, description: nameAsker(request) }),
    failed,
    onDone: () => {
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${title}: ${nameAsker(request)}`}
      description={loan.title}
      busy={send.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={send.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={send.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-pretty">
          {answer === 'grant'
            ? `${nameAsker(request)} will see the whole loan, with its documents and messages, and can commit.`
            : `${nameAsker(request)} will keep seeing the teaser, and can ask again.`}
          {people > 0 && ` ${countPeople(people)} will be notified.`}
        </p>
        <Field label="Message (optional)" hint={`${nameAsker(request)} reads it with your answer.`}>
          <Textarea
            rows={3}
            maxLength={textLimits.passComment}
            value={message}
            readOnly={send.isPending}
            onChange={({ target }) => setMessage(target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
