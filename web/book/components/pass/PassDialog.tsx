import { passReasonLabels, passReasons, type PassReason } from '#domain/book/syndicate/passes.ts'
import { formatShare, type Percent } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { paths } from '#web/addresses/paths.ts'
import { call } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useState } from 'react'

export interface PassDialogProps {
  loan: { id: string; title: string }
  soft: Percent | null
  onClose: () => void
}

export function PassDialog({ loan, soft, onClose }: PassDialogProps) {
  return soft === null ? (
    <Reasons loan={loan} onClose={onClose} />
  ) : (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Withdraw Your Soft Interest First"
      description={loan.title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <ButtonLink href={paths.commitments()}>Open My Commitments</ButtonLink>
        </>
      }
    >
      <p>
        You indicated {formatShare(soft)} of this loan. Withdraw it under My Commitments, then pass.
      </p>
    </Dialog>
  )
}

function Reasons({ loan, onClose }: Pick<PassDialogProps, 'loan' | 'onClose'>) {
  const [reason, setReason] = useState<PassReason | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [comment, setComment] = useState('')
  const pass = useAction({
    act: (chosen: PassReason) =>
      call('passOnLoan', { params: { id: loan.id }, body: { reason: chosen, comment } }),
    done: () => ({ title: 'You passed on this loan', description: loan.title }),
    failed: "Your pass wasn't recorded.",
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Pass on This Loan"
      description={loan.title}
      busy={pass.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === null) setMissing(true)
        else if (!pass.isPending) pass.mutate(reason)
      }}
      footer={
        <>
          <Button variant="outline" disabled={pass.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={pass.isPending}>
            Pass on This Loan
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <fieldset aria-describedby={isMissing ? 'reason-missing' : undefined}>
          <legend className="font-medium">Reason</legend>
          <div className="mt-1.5 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
            {passReasons.map((each) => (
              <label key={each} className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
                <input
                  type="radio"
                  name="reason"
                  value={each}
                  checked={reason === each}
                  onChange={() => {
                    setReason(each)
                    setMissing(false)
                  }}
                  className="size-4 max-md:size-5"
                />
                {passReasonLabels[each]}
              </label>
            ))}
          </div>
          {isMissing && (
            <p id="reason-missing" role="alert" className="text-destructive">
              Please choose a reason
            </p>
          )}
        </fieldset>
        <Field label="Comment (optional)" hint={`Only ${company.name} sees your answer.`}>
          <Textarea
            rows={3}
            maxLength={textLimits.passComment}
            value={comment}
            readOnly={pass.isPending}
            onChange={({ target }) => setComment(target.value)}
          />
        </Field>
        <p className="text-muted-foreground">
          You can take this back at any time, and committing later ends it too.
        </p>
      </div>
    </Dialog>
  )
}
