import type { Deal } from '#contract/deal/shapes.ts'
import type { TermsAnswer, TermsProposal } from '#contract/deal/terms.ts'
import { mainName } from '#domain/book/deal/holder-names.ts'
import { exactRate } from '#domain/loans/credit/note-rate.ts'
import { formatTerm } from '#domain/loans/statuses.ts'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import {
  formatCents,
  formatExactRate,
  formatPart,
  isAboveZero,
  sumMoney,
  sumPercent,
} from '#domain/money.ts'
import { call } from '#web/api/client.ts'
import { useCommitmentMutation } from '#web/book/components/my-commitments/use-commitment-mutation.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

interface EndTermsDialogProps {
  kind: 'apply' | 'cancel'
  deal: Deal
  proposal: TermsProposal
  onClose: () => void
}

export const EndTermsDialog = ({ kind, ...props }: EndTermsDialogProps) =>
  kind === 'apply' ? <ApplyDialog {...props} /> : <CancelDialog {...props} />

type DialogProps = Omit<EndTermsDialogProps, 'kind'>

/** Says what happens to the money before it happens. */
function ApplyDialog({ deal: { loan, totals }, proposal, onClose }: DialogProps) {
  const { id, proposed, answers, ifApplied } = proposal
  const apply = useCommitmentMutation({
    run: () => call('applyTerms', { params: { id } }),
    done: () => ({ title: 'Terms applied', description: `${loan.title} has its new terms.` }),
    onDone: onClose,
  })
  const staying = answers.filter(({ state }) => state === 'confirmed')
  const lapsing = answers.filter(({ state }) => state !== 'confirmed')
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Apply Terms"
      text={
        <>
          <strong className="font-semibold text-foreground">
            {loan.title} becomes {formatCents(proposed.amount)} at{' '}
            {formatExactRate(exactRate(proposed))} for {formatTerm(proposed.term)}.
          </strong>{' '}
          {describeStaying(staying)} {describeLapsing(lapsing)}
          {isAboveZero(totals.holdPercentage) && ' Your hold and soft commitments follow.'}
          {ifApplied && (
            <span className="mt-2 block">
              Committed afterwards:{' '}
              {formatPart(ifApplied.committedPercentage, ifApplied.committedAmount)}. This can't be
              undone.
            </span>
          )}
        </>
      }
      confirmLabel="Apply Terms"
      destructive={lapsing.length > 0}
      busy={apply.isPending}
      error={apply.words}
      onConfirm={apply.mutate}
    />
  )
}

const partOf = (answers: readonly TermsAnswer[], name: 'amount' | 'newAmount') =>
  formatPart(
    sumPercent(answers.map(({ percentage }) => percentage)),
    sumMoney(answers.map((answer) => answer[name])),
  )

function describeStaying(answers: readonly TermsAnswer[]): string {
  if (answers.length === 0) return 'No lender stays.'
  const { length } = answers
  return `${countLenders(length)} ${length === 1 ? 'stays' : 'stay'} with ${partOf(answers, 'newAmount')}.`
}

function describeLapsing(answers: readonly TermsAnswer[]): string {
  if (answers.length === 0) return 'Nothing lapses.'
  const names = new Intl.ListFormat('en').format(answers.map(mainName))
  return `${partOf(answers, 'amount')} of ${names} lapses.`
}

function CancelDialog({ deal: { loan }, proposal: { id }, onClose }: DialogProps) {
  const cancel = useCommitmentMutation({
    run: () => call('cancelTerms', { params: { id } }),
    done: () => ({ title: 'Proposal canceled', description: 'The terms stay as they are.' }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel Proposal"
      text={`The terms of ${loan.title} and all commitments stay as they are, whatever lenders answered. They are notified.`}
      confirmLabel="Cancel Proposal"
      cancelLabel="Keep Proposal"
      destructive
      busy={cancel.isPending}
      error={cancel.words}
      onConfirm={cancel.mutate}
    />
  )
}
