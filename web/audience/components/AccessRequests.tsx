import type { AccessRequest, LoanAudience } from '#contract/audience/shapes.ts'
import { paths } from '#web/addresses/paths.ts'
import { formatAge } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AccessAnswer } from './AnswerAccessDialog.tsx'
import { nameAsker } from './describe-audience.ts'

const AnswerAccessDialog = onDemand(() =>
  import('./AnswerAccessDialog.tsx').then((part) => part.AnswerAccessDialog),
)

interface AccessRequestsProps {
  loan: { id: string; title: string }
  audience: LoanAudience
  onDone: () => void
}

/** The open requests for access, each with its answers. Renders nothing if there are none. */
export function AccessRequests({ loan, audience, onDone }: AccessRequestsProps) {
  const [answering, setAnswering] = useState<{
    request: AccessRequest
    answer: AccessAnswer
  } | null>(null)
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
                  <p className="font-medium wrap-anywhere">
                    <Link
                      href={paths.adminFirm(request.firmId)}
                      className="inline-block underline-offset-4 hover:underline max-md:py-1"
                    >
                      {nameAsker(request)}
                    </Link>
                  </p>
                  <p className="text-xs wrap-anywhere text-muted-foreground">
                    {[
                      request.personName !== nameAsker(request) && request.personName,
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
                    aria-label={`Grant access: ${nameAsker(request)}`}
                    onClick={() => setAnswering({ request, answer: 'grant' })}
                  >
                    Grant
                  </Button>
                  <Button
                    variant="ghost"
                    size="s"
                    aria-label={`Refuse access: ${nameAsker(request)}`}
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
        <AnswerAccessDialog
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
