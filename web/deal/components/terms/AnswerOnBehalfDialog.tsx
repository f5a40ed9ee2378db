import type { Loan } from '#contract/loans/shapes.ts'
import type { TermsAnswer, TermsProposal } from '#contract/deal/terms.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { formatCents, formatPart, formatShare } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useState } from 'react'

interface AnswerOnBehalfDialogProps {
  loan: Loan
  proposal: TermsProposal
  answer: TermsAnswer
  onClose: () => void
}

type Answer = 'confirmed' | 'declined'

/** Records what a lender said by letter or telephone. */
export function AnswerOnBehalfDialog({
  loan,
  proposal: { id },
  answer,
  onClose,
}: AnswerOnBehalfDialogProps) {
  const { firmId, percentage, amount, newAmount, isEligible } = answer
  const lenderName = mainName(answer)
  const canConfirm = isEligible === 'true'
  const [given, setGiven] = useState<Answer>(canConfirm ? 'confirmed' : 'declined')
  const [how, setHow] = useState('')
  const [isMissing, setMissing] = useState(false)
  const record = useAction({
    act: () =>
      call('answerTermsOnBehalf', {
        params: { id },
        body: { firmId, answer: given, how, ...(given === 'confirmed' && { amount: newAmount }) },
      }),
    done: ({ answers }) => ({
      title: 'Answer recorded',
      description: withReceipt(
        `${lenderName} ${given} the new terms.`,
        answers.find((each) => each.firmId === firmId)?.receiptId ?? undefined,
      ),
    }),
    failed: 'Failed to record the answer.',
    onDone: onClose,
  })
  function confirm() {
    setMissing(how.trim() === '')
    if (how.trim() !== '') record.mutate()
  }
  return (
    <MoneyDialog
      title="Answer for a Lender"
      description={`${lenderName}, ${loan.title}`}
      notice={
        <Effect lead={effects[given](formatPart(percentage, newAmount), lenderName)}>
          {given === 'confirmed'
            ? `Now it is ${formatCents(amount)}. An answer is final.`
            : `${formatPart(percentage, amount)} ends if the new terms take effect. An answer is final.`}
        </Effect>
      }
      confirmLabel="Record Answer"
      busy={record.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field
          label="Answer"
          hint={
            canConfirm ? undefined : 'Nobody of this firm can commit now, so it can only decline.'
          }
        >
          <NativeSelect
            value={given}
            onChange={({ target }) =>
              setGiven(target.value === 'declined' ? 'declined' : 'confirmed')
            }
          >
            {canConfirm && <option value="confirmed">Confirmed</option>}
            <option value="declined">Declined</option>
          </NativeSelect>
        </Field>
        <Field
          label="How the lender answered"
          hint={`On the receipt of ${formatShare(percentage)}, with your name.`}
          error={isMissing && how.trim() === '' ? 'Say how the lender answered' : undefined}
        >
          <Input
            value={how}
            onChange={({ target }) => setHow(target.value)}
            maxLength={textLimits.instructedBy}
            placeholder="By letter of May 7, by telephone"
            autoComplete="off"
            readOnly={record.isPending}
          />
        </Field>
        {record.error && !record.isPending && (
          <p role="alert" className="font-medium text-destructive">
            {errorMessage(record.error, record.error.message)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}

const effects: Record<Answer, (part: string, name: string) => string> = {
  confirmed: (part, name) => `${name} stays bound: ${part} in the new terms.`,
  declined: (_part, name) => `${name} declines the new terms.`,
}
