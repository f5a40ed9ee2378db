import type { Funding, newFundsReceipt } from '#contract/deal/funding.ts'
import type { ProposedReceipt } from '#contract/deal/statements.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { formatCents, isAboveZero } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { dayAt } from '#domain/time-zone.ts'
import { call } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { lazyResolver } from '#web/forms/form.ts'
import { Field, FieldError } from '#web/ui/fields/Field.tsx'
import { Input, NumberInput } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { describeReceipt, outstandingOf, payerOf, refusalOfReceipt } from './describe-funding.ts'
import { useDialogForm } from './use-dialog-form.ts'

interface RecordReceiptDialogProps {
  funding: Funding
  /** The lender whose money came, or null to choose it here. */
  firmId: string | null
  /** A receipt that a bank statement proposes, with its reasons. */
  proposal?: ProposedReceipt | undefined
  title?: string
  onClose: () => void
  /** Called in place of `onClose` once the receipt was recorded. */
  onRecorded?: (() => void) | undefined
}

type Values = z.input<typeof newFundsReceipt>

/** Records money of a lender that has come. Several receipts of one lender are usual. */
export function RecordReceiptDialog({
  funding,
  firmId,
  proposal,
  title = 'Record Receipt',
  onClose,
  onRecorded,
}: RecordReceiptDialogProps) {
  const { loan, lenders, totals } = funding
  const payers = lenders.filter(({ can }) => can.includes('recordReceipt'))
  const [today] = useState(() => dayAt(new Date()))
  const form = useForm<Values, unknown, z.output<typeof newFundsReceipt>>({
    defaultValues: {
      firmId: firmId ?? (payers.length === 1 ? payers[0]?.firmId : '') ?? '',
      amount: proposal?.amount ?? '',
      receivedOn: proposal?.receivedOn ?? today,
      reference: proposal?.reference ?? '',
      note: '',
    },
    resolver,
  })
  const { offer, submit, isBusy, errors } = useDialogForm({
    name: ['receipt', loan.id, firmId, proposal?.receivedOn, proposal?.reference].join(' '),
    form,
    act: (body) => call('createFundsReceipt', { params: { id: loan.id }, body }),
    done: (receipt) => ({
      title: 'Receipt recorded',
      description: `${payerOf(lenders, receipt)}: ${formatCents(receipt.amount)}. The lender is notified.`,
    }),
    onClose,
    onSaved: onRecorded,
  })
  const typed = useWatch({ control: form.control })
  const lender = payers.find((each) => each.firmId === typed.firmId)
  const outstanding = outstandingOf(payers, typed.firmId ?? '')
  const amount = typed.amount ?? ''
  const refusal = lender ? refusalOfReceipt(lender, amount) : null
  const effect = lender ? describeReceipt(lender, amount, totals) : null
  return (
    <MoneyDialog
      title={title}
      description={loan.title}
      notice={
        <Effect lead={effect?.lender} lines={3}>
          {effect
            ? `The lender is notified. ${effect.loan}`
            : lender && outstanding !== null
              ? `${mainName(lender)} owes ${formatCents(lender.amount)}; ${isAboveZero(lender.received) ? `${formatCents(outstanding)} is missing` : 'nothing has come'}.`
              : 'Select the lender whose money has come.'}
        </Effect>
      }
      confirmLabel="Record Receipt"
      busy={isBusy}
      onConfirm={() => (refusal === null ? void submit() : form.setFocus('amount'))}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        {offer}
        {proposal && (
          <p className="text-pretty wrap-anywhere text-muted-foreground">
            From the bank statement. {proposal.why.join(' ')}
          </p>
        )}
        <Field label="Lender" error={errors.firmId?.message}>
          <NativeSelect disabled={isBusy} {...form.register('firmId')}>
            <option value="">Select a lender</option>
            {payers.map((payer) => (
              <option key={payer.firmId} value={payer.firmId}>
                {formatCents(payer.outstanding)} from {mainName(payer)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label="Amount ($)"
            hint={
              outstanding !== null &&
              typed.amount !== outstanding && (
                <button
                  type="button"
                  className="min-h-8 font-medium text-primary underline underline-offset-4 max-md:min-h-11"
                  onClick={() =>
                    form.setValue('amount', outstanding, {
                      shouldDirty: true,
                      shouldValidate: false,
                    })
                  }
                >
                  All that is missing: {formatCents(outstanding)}
                </button>
              )
            }
            error={refusal ?? errors.amount?.message}
          >
            <NumberInput step={0.01} min={0} readOnly={isBusy} {...form.register('amount')} />
          </Field>
          <Field label="Received on" error={errors.receivedOn?.message}>
            <Input type="date" max={today} readOnly={isBusy} {...form.register('receivedOn')} />
          </Field>
        </div>
        <Field label="Bank's reference" error={errors.reference?.message}>
          <Input
            autoComplete="off"
            maxLength={textLimits.bankDetail}
            readOnly={isBusy}
            {...form.register('reference')}
          />
        </Field>
        <Field
          label="Note"
          hint="Optional. Only administrators read it."
          error={errors.note?.message}
        >
          <Input maxLength={textLimits.note} readOnly={isBusy} {...form.register('note')} />
        </Field>
        <FieldError id="receipt-refusal" message={errors.root?.message} />
      </div>
    </MoneyDialog>
  )
}

const resolver = lazyResolver<Values, z.output<typeof newFundsReceipt>>(() =>
  import('#contract/deal/funding.ts').then((shapes) => shapes.newFundsReceipt),
)
