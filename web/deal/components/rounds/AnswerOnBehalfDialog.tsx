import type { Allocation, AllocationLine } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import { mainName, personBehind } from '#domain/book/deal/holder-names.ts'
import {
  formatPart,
  isAboveZero,
  shareAmount,
  subtractMoney,
  subtractPercent,
  sumPercent,
  type Money,
} from '#domain/money.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { describeBound } from '#web/deal/components/describe-bound.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useState } from 'react'
import { describeBookAfter } from './describe-end.ts'

interface AnswerOnBehalfDialogProps {
  deal: Deal
  round: Allocation
  line: AllocationLine
  answer: 'accepted' | 'declined'
  onClose: () => void
}

/** Records the answer that a lender gave by letter or telephone. */
export function AnswerOnBehalfDialog(props: AnswerOnBehalfDialogProps) {
  const { deal, line, answer, onClose } = props
  const { loan } = deal
  const { id, added, addedAmount } = line
  const lenderName = mainName(line)
  const [now] = useState(() => new Date())
  const [how, setHow] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isAcceptance = answer === 'accepted'
  const failed = "The answer wasn't recorded."
  const record = useAction({
    act: () =>
      call('answerOfferOnBehalf', {
        params: { id },
        body: { answer, how, ...(isAcceptance && { amount: addedAmount }) },
        loanId: loan.id,
      }),
    done: () => ({
      title: isAcceptance ? 'Acceptance recorded' : 'Decline recorded',
      description: `${lenderName}: ${formatPart(added, addedAmount)}.`,
    }),
    failed,
    onDone: onClose,
  })
  const { close, question } = useDiscardQuestion(() => how.trim() !== '', onClose, {
    title: 'Discard your text?',
    text: "You'll lose what you wrote.",
  })
  return (
    <>
      {question}
      <MoneyDialog
        title={isAcceptance ? 'Record Acceptance' : 'Record Decline'}
        description={`${describeLender(line)}, ${loan.title}`}
        notice={
          isAcceptance ? (
            <Effect lead={`This binds ${lenderName} to ${formatPart(added, addedAmount)}.`}>
              {describeRest(line, loan.amount)} {describeRoundAfter(props, now)}
            </Effect>
          ) : (
            <Effect lead={`This declines the offer of ${formatPart(added, addedAmount)}.`}>
              {describeWithdrawn(line, loan.amount)} {describeRoundAfter(props, now)}
            </Effect>
          )
        }
        confirmLabel={isAcceptance ? 'Record Acceptance' : 'Record Decline'}
        destructive={!isAcceptance}
        busy={record.isPending}
        onConfirm={() => {
          setAsked(true)
          if (how.trim() !== '') record.mutate()
        }}
        onClose={close}
      >
        <div className="grid gap-4">
          <Field
            label="How the lender answered"
            hint="Such as “Letter of May 9” or “Ada Cole, by phone”. Kept on record."
            error={
              isAsked && how.trim() === '' ? 'Enter how the lender gave its answer' : undefined
            }
          >
            <Input
              maxLength={textLimits.instructedBy}
              readOnly={record.isPending}
              value={how}
              onChange={({ target }) => setHow(target.value)}
            />
          </Field>
          {record.error && !record.isPending && (
            <p role="alert" className="font-medium text-destructive">
              {withReason(failed, record.error)}
            </p>
          )}
        </div>
      </MoneyDialog>
    </>
  )
}

/** Names the person who asked too, because it is the one to have answered. */
function describeLender(line: AllocationLine): string {
  const person = personBehind(line) ?? line.askedBy?.name ?? null
  const name = mainName(line)
  return person === null || person === name ? name : `${name} (${person})`
}

/** Describes what is bound after the answer or, after the last one, which ends the round, the book. */
function describeRoundAfter(
  { deal, round, line, answer }: AnswerOnBehalfDialogProps,
  now: Date,
): string {
  const totals = answer === 'accepted' ? totalsWith(deal.totals, line) : deal.totals
  const left = round.waiting.lenders - 1
  const after =
    left <= 0
      ? `This is the last answer, so the round ends. ${describeBookAfter({ ...deal, totals }, now)}`
      : `${describeBound(totals)} then, and ${countLenders(left)} can still answer.`
  return `${after} The answer is final, and the lender is notified of it.`
}

/** The totals that the sentences name, once the offer is accepted. */
const totalsWith = (
  totals: Deal['totals'],
  { added, addedAmount }: AllocationLine,
): Deal['totals'] => ({
  ...totals,
  bindingPercentage: sumPercent([totals.bindingPercentage, added]),
  availablePercentage: subtractPercent(totals.availablePercentage, added),
  availableAmount: subtractMoney(totals.availableAmount, addedAmount),
})

type Shares = Pick<AllocationLine, 'asks' | 'bound' | 'share'>

/** Describes the soft share that stays once the offer is accepted. */
function describeRest({ asks, share }: Shares, loanAmount: Money): string {
  const rest = subtractPercent(asks, share)
  return isAboveZero(rest)
    ? `The rest of its interest, ${formatPart(rest, shareAmount(loanAmount, rest))}, stays soft.`
    : 'That is all that it asked for.'
}

/** Describes the soft share that ends with the offer, and the binding one that stays. */
function describeWithdrawn({ asks, bound }: Shares, loanAmount: Money): string {
  const soft = subtractPercent(asks, bound)
  const withdrawn = `All its soft interest, ${formatPart(soft, shareAmount(loanAmount, soft))}, is withdrawn.`
  return isAboveZero(bound)
    ? `${withdrawn} It stays bound to ${formatPart(bound, shareAmount(loanAmount, bound))}.`
    : withdrawn
}
