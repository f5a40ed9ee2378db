import type { BookEntry, Instruction } from '#contract/book/shapes.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { showFieldErrors } from '#web/forms/form.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { withReceipt } from '#web/book/components/receipts/ReceiptLink.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useInstruction } from './InstructionFields.tsx'

export interface EntryAction {
  act: (instruction: Instruction) => Promise<BookEntry & { receiptId?: string | undefined }>
  done: string
  failed: string
  word?: Instruction | undefined
  onClose: () => void
}

/**
 * Runs an action on a lender's commitment, as instructed by the lender. Closing the dialog with unsaved input asks for
 * confirmation.
 */
export function useEntryAct({ act, done, failed, word, onClose }: EntryAction) {
  const { form, today } = useInstruction(word)
  const action = useAction({
    act,
    done: ({ lenderName, amount, percentage, isSoftCommit, receiptId }) => ({
      title: done,
      description: withReceipt(
        `${lenderName}: ${formatCents(amount)} (${formatShare(percentage)}), ${
          isSoftCommit === 'true' ? 'soft' : 'binding'
        }.`,
        receiptId,
      ),
    }),
    failed,
    onDone: onClose,
  })
  const { close, question } = useDiscardQuestion(
    () => form.getValues('instructedBy').trim() !== '',
    onClose,
    { title: 'Discard your text?', text: "You'll lose what you wrote." },
  )
  const isBusy = action.isPending || form.formState.isSubmitting
  const submit = form.handleSubmit((instruction) =>
    action.mutate(instruction, { onError: (error) => showFieldErrors(error, form) }),
  )
  return {
    fields: { form, today, busy: isBusy },
    isBusy,
    submit: () => void submit(),
    close,
    question,
    failure: action.error && !isBusy ? withReason(failed, action.error) : null,
  }
}
