import type { Funding, Instructions } from '#contract/deal/funding.ts'
import { call } from '#web/api/client.ts'
import { Effect, MoneyDialog } from '#web/book/components/commit/MoneyDialog.tsx'
import { countLenders } from '#web/deal/components/count-lenders.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { useAction } from '#web/forms/use-action.ts'
import { describeSending } from './describe-funding.ts'
import { InstructionDetails } from './InstructionDetails.tsx'

interface SendInstructionsDialogProps {
  funding: Funding
  instructions: Instructions
  onClose: () => void
}

/** Lets the lenders of the register read verified instructions. */
export function SendInstructionsDialog({
  funding,
  instructions,
  onClose,
}: SendInstructionsDialogProps) {
  const { loan, lenders } = funding
  const { id, version } = instructions
  const send = useAction({
    act: () => call('sendInstructions', { params: { id }, loanId: loan.id }),
    done: () => ({
      title: 'Instructions sent',
      description: `${countLenders(lenders.length)} can read them now.`,
    }),
    failed,
    onDone: onClose,
  })
  const called = lenders.filter(({ callBack }) => callBack !== null).length
  return (
    <MoneyDialog
      title="Send Instructions"
      description={`Version ${version}, ${loan.title}`}
      notice={
        <Effect lead={describeSending(instructions, funding)} lines={3}>
          They read the account on the desk; no email has it.
          {called > 0 &&
            ` ${countLenders(called)} verified the version before, and must call again.`}
        </Effect>
      }
      confirmLabel="Send"
      busy={send.isPending}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <InstructionDetails instructions={instructions} />
        {send.error && !send.isPending && (
          <p role="alert" className="font-medium text-destructive">
            {withReason(failed, send.error)}
          </p>
        )}
      </div>
    </MoneyDialog>
  )
}

const failed = "The instructions weren't sent."
