import type { Funding, Instructions, instructionsVerification } from '#contract/deal/funding.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useForm, type Control } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallFields, thisMinute, type CallValues } from './CallFields.tsx'
import { InstructionDetails } from './InstructionDetails.tsx'
import { useDialogForm } from './use-dialog-form.ts'

interface VerifyInstructionsDialogProps {
  loan: Funding['loan']
  instructions: Instructions
  onClose: () => void
}

type Values = z.input<typeof instructionsVerification>

/** Records the call to the bank or the escrow agent that verified drafted instructions. */
export function VerifyInstructionsDialog({
  loan,
  instructions,
  onClose,
}: VerifyInstructionsDialogProps) {
  const { id, version } = instructions
  const form = useForm<Values, unknown, z.output<typeof instructionsVerification>>({
    defaultValues: { spokeWith: '', phone: '', calledAt: thisMinute(), result: '' },
    resolver,
  })
  const { offer, submit, isBusy, errors } = useDialogForm({
    name: `verification ${id}`,
    form,
    act: (body) => call('verifyInstructions', { params: { id }, body, loanId: loan.id }),
    done: () => ({
      title: 'Instructions verified',
      description: 'You can send them to the lenders now.',
    }),
    onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Verify Instructions"
      description={`Version ${version}, ${loan.title}`}
      busy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            Record Verification
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p>Call the bank or the escrow agent, and let them read the account back to you.</p>
        <InstructionDetails instructions={instructions} />
        {offer}
        <CallFields
          // The fields of a call are among those of this form.
          control={form.control as unknown as Control<CallValues>}
          errors={errors}
          busy={isBusy}
          phoneHint="A number of your own file, never one from an email or from the instructions."
        />
        <Field label="Result" error={errors.result?.message}>
          <Textarea
            rows={2}
            maxLength={textLimits.note}
            placeholder="Such as: She read the account number back"
            readOnly={isBusy}
            {...form.register('result')}
          />
        </Field>
        <FieldError id="verification-refusal" message={errors.root?.message} />
      </div>
    </Dialog>
  )
}

const resolver = lazyResolver<Values, z.output<typeof instructionsVerification>>(() =>
  import('#contract/deal/funding.ts').then((shapes) => shapes.instructionsVerification),
)
