import { LockKeyhole } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import type { OwnAccessRequest } from '#contract/loans/access-requests.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { useAction } from '#web/forms/use-action.ts'
import { useOffInPreview } from '#web/seen-as-lender.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { useState } from 'react'

/** Takes the place of the documents and messages of a teaser. */
export function AskForAccessCard({ loan }: { loan: Loan }) {
  const { title: heading, keepFocus } = useKeptFocus()
  const request = loan.accessRequest
  const isOpen = request?.state === 'open'
  useHashArrival('access', () => {
    heading.current?.scrollIntoView({ block: 'center' })
    heading.current?.focus({ preventScroll: true })
    return true
  })
  return (
    <Card as="section" aria-labelledby="access">
      <CardHeader>
        <CardTitle
          id="access"
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2 outline-none"
        >
          <LockKeyhole aria-hidden="true" className="size-4 text-muted-foreground" />
          {isOpen ? 'You Asked for Access' : 'Ask for Access'}
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="max-w-prose text-pretty text-muted-foreground">
          This is a teaser. With access, you see the borrower, the address, the terms in full,
          documents and messages, and you can commit.
        </p>
        {isOpen ? (
          <OpenRequest loan={loan} request={request} onDone={keepFocus} />
        ) : (
          <>
            {request?.state === 'refused' && <Refusal request={request} />}
            {loan.can.includes('requestAccess') ? (
              <AskForm loan={loan} isAgain={request?.state === 'refused'} onDone={keepFocus} />
            ) : (
              <p>This loan is fully funded, so it takes no more lenders.</p>
            )}
          </>
        )}
      </CardContent>
    </Card>
  )
}

interface PartProps {
  loan: Loan
  onDone: () => void
}

function OpenRequest({ loan, request, onDone }: PartProps & { request: OwnAccessRequest }) {
  const withdraw = useAction({
    act: () => call('withdrawAccessRequest', { params: { id: loan.id } }),
    done: () => ({ title: 'Request withdrawn', description: loan.title }),
    failed: "Your request wasn't withdrawn.",
    onDone,
  })
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 rounded-lg bg-muted p-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          Your firm asked on{' '}
          <time dateTime={request.createdAt}>{formatDate(request.createdAt)}</time>
        </p>
        {request.message && <Words text={request.message} />}
        <p className="text-[0.8125rem] text-muted-foreground">
          You'll be notified when {company.name} answers.
        </p>
      </div>
      <Button variant="outline" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
    </div>
  )
}

const Refusal = ({ request }: { request: OwnAccessRequest }) => (
  <div className="rounded-lg bg-muted p-3">
    <p className="font-medium">
      {company.name} refused your request
      {request.answeredAt && (
        <>
          {' on '}
          <time dateTime={request.answeredAt}>{formatDate(request.answeredAt)}</time>
        </>
      )}
    </p>
    {request.answer ? (
      <Words text={request.answer} />
    ) : (
      <p className="text-[0.8125rem] text-muted-foreground">No reason was given.</p>
    )}
  </div>
)

const Words = ({ text }: { text: string }) => (
  <p className="my-0.5 max-w-prose whitespace-pre-line wrap-anywhere">“{text}”</p>
)

function AskForm({ loan, isAgain, onDone }: PartProps & { isAgain: boolean }) {
  const [message, setMessage] = useState('')
  const off = useOffInPreview()
  const ask = useAction({
    act: () => call('requestAccess', { params: { id: loan.id }, body: { message } }),
    done: () => ({ title: 'Access requested', description: loan.title }),
    failed: "Your request wasn't sent.",
    onDone,
  })
  return (
    <form
      noValidate
      className="grid max-w-prose gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!ask.isPending) ask.mutate()
      }}
    >
      <Field label="Message (optional)" hint={`Only ${company.name} and your colleagues see it.`}>
        <Textarea
          rows={2}
          maxLength={textLimits.passComment}
          value={message}
          readOnly={ask.isPending}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
      <Button
        {...off}
        type="submit"
        variant={isAgain ? 'outline' : 'primary'}
        className="justify-self-start max-md:justify-self-stretch"
        busy={ask.isPending}
      >
        {isAgain ? 'Ask Again' : 'Ask for Access'}
      </Button>
    </form>
  )
}
