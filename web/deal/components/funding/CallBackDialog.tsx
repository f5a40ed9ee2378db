import type { newCallBack } from '#contract/deal/funding.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { call } from '#web/api/client.ts'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { company } from '#web/company/company.ts'
import { lazyResolver } from '#web/forms/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useForm, type Control } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallFields, thisMinute, type CallValues } from './CallFields.tsx'
import { useDialogForm } from './use-dialog-form.ts'

interface CallBackDialogProps {
  loan: Loan
  /** The version of the instructions that the lender sees. */
  version: number
  onClose: () => void
}

type Values = z.input<typeof newCallBack>

/** Records that the lender verified the instructions by telephone. */
export function CallBackDialog({ loan, version, onClose }: CallBackDialogProps) {
  const form = useForm<Values, unknown, z.output<typeof newCallBack>>({
    defaultValues: { version, spokeWith: '', phone: '', calledAt: thisMinute() },
    resolver,
  })
  const { offer, submit, isBusy, errors } = useDialogForm({
    name: `call-back ${loan.id} ${version}`,
    form,
    act: (body) => call('recordCallBack', { params: { loanId: loan.id }, body }),
    done: ({ callBack }) => ({
      title: 'Call recorded',
      description: withReceipt(`${company.name} sees it, too.`, callBack?.receiptId),
    }),
    onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Verified by Telephone"
      description={`The instructions of ${loan.title}, version ${version}`}
      busy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            Record Call
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p>
          This records that you called and compared the instructions. It moves no money, and both
          sides keep it.
        </p>
        {offer}
        <CallFields
          // The fields of a call are among those of this form.
          control={form.control as unknown as Control<CallValues>}
          errors={errors}
          busy={isBusy}
          phoneHint="A number of your own file, never one from an email."
        />
        <FieldError id="call-refusal" message={errors.root?.message} />
      </div>
    </Dialog>
  )
}

const resolver = lazyResolver<Values, z.output<typeof newCallBack>>(() =>
  import('#contract/deal/funding.ts').then((shapes) => shapes.newCallBack),
)
