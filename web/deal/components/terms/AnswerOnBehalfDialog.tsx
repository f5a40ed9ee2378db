import type { Loan } from '#contract/loans/shapes.ts'
import type { TermsAnswer, TermsProposal } from '#contract/deal/terms.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { describeNewTerms } from '#domain/loans/credit/terms.ts'
import { formatCents, formatPart, formatShare } from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { compareOwn } from './TermsTable.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { BeforeAfter } from '#web/ui/display/BeforeAfter.tsx'
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
  proposal,
  answer,
  onClose,
}: AnswerOnBehalfDialogProps) {
  const { firmId, percentage, newAmount, isEligible } = answer
  const lenderName = mainName(answer)
  const canConfirm = isEligible === 'true'
  // An answer is final, so none is selected at first.
  const [given, setGiven] = useState<Answer | null>(null)
  const [how, setHow] = useState('')
  const [isMissing, setMissing] = useState(false)
  const record = useAction({
    act: (said: Answer) =>
      call('answerTermsOnBehalf', {
        params: { id: proposal.id },
        body: { firmId, answer: said, how, ...(said === 'confirmed' && { amount: newAmount }) },
      }),
    done: ({ answers }, said) => ({
      title: 'Answer recorded',
      description: withReceipt(
        `${lenderName} ${said} the new terms.`,
        answers.find((each) => each.firmId === firmId)?.receiptId ?? undefined,
      ),
    }),
    failed: 'Failed to record the answer.',
    onDone: onClose,
  })
  function confirm() {
    setMissing(how.trim() === '')
    if (given && how.trim() !== '') record.mutate(given)
  }
  return (
    <MoneyDialog
      title="Answer for a Lender"
      description={`${lenderName}, ${loan.title}`}
      notice={
        <Effect
          lead={given ? effects[given](answer, lenderName) : `Select how ${lenderName} answered.`}
        >
          {describeNewTerms(proposal.previous, proposal.proposed)}. An answer is final.
        </Effect>
      }
      confirmLabel="Record Answer"
      busy={record.isPending}
      disabled={given === null}
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
            value={given ?? ''}
            onChange={({ target }) =>
              setGiven(answers.find((each) => each === target.value) ?? null)
            }
          >
            <option value="">Select</option>
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
        <BeforeAfter
          caption="The lender's part, now and proposed"
          heading="Proposed"
          rows={compareOwn(answer, proposal.previous, proposal.proposed, 'Its')}
        />
        {record.error && !record.isPending && (
          <p role="alert" className="font-medium text-destructive">
            {errorMessage(record.error, record.error.message)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}

const answers: readonly Answer[] = ['confirmed', 'declined']

const effects: Record<Answer, (answer: TermsAnswer, name: string) => string> = {
  confirmed: ({ percentage, amount, newAmount }, name) =>
    newAmount === amount
      ? `${name} stays bound to ${formatPart(percentage, amount)}.`
      : `${name} stays bound to ${formatShare(percentage)}: ${formatCents(amount)} → ${formatCents(newAmount)}.`,
  declined: ({ percentage, amount }, name) =>
    `${name} declines. Its ${formatPart(percentage, amount)} ends if the new terms take effect.`,
}
