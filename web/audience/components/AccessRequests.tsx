import type { AccessRequest, LoanAudience } from '#contract/audience/shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { formatAge } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'
import { countPeople } from './describe-audience.ts'

type Answer = 'grant' | 'refuse'

interface AccessRequestsProps {
  loan: { id: string; title: string }
  audience: LoanAudience
  onDone: () => void
}

/** The open requests for access, each with its answers. Renders nothing if there are none. */
export function AccessRequests({ loan, audience, onDone }: AccessRequestsProps) {
  const [answering, setAnswering] = useState<{ request: AccessRequest; answer: Answer } | null>(
    null,
  )
  const open = audience.requests.filter(({ state }) => state === 'open')
  return (
    <>
      {open.length > 0 && (
        <section aria-labelledby="access-requests" className="grid gap-2">
          <h3 id="access-requests" className="text-xs font-medium text-muted-foreground">
            Requests for Access
          </h3>
          <ul role="list" aria-labelledby="access-requests" className="grid gap-2">
            {open.map((request) => (
              <li key={request.id} className="grid gap-2 rounded-lg bg-muted p-3">
                <div>
                  <p className="font-medium wrap-anywhere">{request.firmName}</p>
                  <p className="text-xs wrap-anywhere text-muted-foreground">
                    {[
                      request.personName !== request.firmName && request.personName,
                      `asked ${formatAge(request.createdAt)}`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                  {request.message && (
                    <p className="mt-1 text-[0.8125rem] whitespace-pre-line wrap-anywhere">
                      “{request.message}”
                    </p>
                  )}
                </div>
                <div className="flex gap-1.5 max-md:*:flex-1">
                  <Button
                    variant="outline"
                    size="s"
                    aria-label={`Grant access: ${request.firmName}`}
                    onClick={() => setAnswering({ request, answer: 'grant' })}
                  >
                    Grant
                  </Button>
                  <Button
                    variant="ghost"
                    size="s"
                    aria-label={`Refuse access: ${request.firmName}`}
                    onClick={() => setAnswering({ request, answer: 'refuse' })}
                  >
                    Refuse
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {answering && (
        <AnswerDialog
          {...answering}
          loan={loan}
          people={audience.firms.find(({ id }) => id === answering.request.firmId)?.people.length}
          onDone={onDone}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  )
}

interface AnswerDialogProps {
  loan: { title: string }
  request: AccessRequest
  answer: Answer
  people: number | undefined
  onDone: () => void
  onClose: () => void
}

const words = {
  grant: { title: 'Grant Access', done: 'Access granted', failed: "Access wasn't granted." },
  refuse: { title: 'Refuse Access', done: 'Access refused', failed: "The request wasn't refused." },
} as const

function AnswerDialog({ loan, request, answer, people = 0, onDone, onClose }: AnswerDialogProps) {
  const [message, setMessage] = useState('')
  const { title, done, failed } = words[answer]
  const send = useAction({
    act: () =>
      call(answer === 'grant' ? 'grantAccess' : 'refuseAccess', {
        params: { id: request.id },
        body: { message },
      }),
    done: () => ({ title: done, description: request.firmName }),
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
      title={`${title}: ${request.firmName}`}
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
            ? `${request.firmName} will see the whole loan, with its documents and messages, and can commit.`
            : `${request.firmName} will keep seeing the teaser, and can ask again.`}
          {people > 0 && ` ${countPeople(people)} will be notified.`}
        </p>
        <Field label="Message (optional)" hint={`${request.firmName} reads it with your answer.`}>
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
