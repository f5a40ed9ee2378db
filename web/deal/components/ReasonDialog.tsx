import { textLimits } from '#domain/texts.ts'
import { ApiError } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { useKeptInput } from '#web/forms/kept-input.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'
import { useState } from 'react'

interface ReasonDialogProps {
  title: string
  description: string
  /** Says what happens in money, followed by `effect`. */
  lead: string
  effect: string
  hint: string
  confirmLabel: string
  act: (reason: string) => Promise<unknown>
  done: ToastMessage
  failed: string
  onClose: () => void
}

/** Asks for the reason of an act that takes something back. A reason that was typed before is in the field again. */
export function ReasonDialog({
  title,
  description,
  lead,
  effect,
  hint,
  confirmLabel,
  act,
  done,
  failed,
  onClose,
}: ReasonDialogProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const kept = useKeptInput(`${title} ${description}`, () => typed || null)
  const reason = typed ?? kept.offer?.input ?? ''
  const taking = useAction({
    act: () => act(reason.trim()),
    done: () => done,
    failed,
    onDone() {
      kept.answer()
      kept.finish()
      onClose()
    },
  })
  const isBusy = taking.isPending
  const fields = taking.error instanceof ApiError ? taking.error.fields : {}
  return (
    <MoneyDialog
      title={title}
      description={description}
      notice={
        <Effect lead={lead} lines={3}>
          {effect}
        </Effect>
      }
      confirmLabel={confirmLabel}
      destructive
      busy={isBusy}
      disabled={reason.trim() === ''}
      onConfirm={() => taking.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <Field label="Reason" hint={hint} error={fields['reason']}>
          <Textarea
            rows={3}
            maxLength={textLimits.releaseReason}
            readOnly={isBusy}
            value={reason}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        {taking.error && !isBusy && !fields['reason'] && (
          <p role="alert" className="font-medium text-destructive">
            {withReason(failed, taking.error)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}
