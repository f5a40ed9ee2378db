import type { LoanMark } from '#contract/loans/marks.ts'
import { loanStages } from '#domain/loans/stages.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useDiscardQuestion } from '#web/ui/overlays/use-discard-question.tsx'
import { useState } from 'react'
import type { MarkedLoan } from './MarkButton.tsx'
import { stageLabels } from './stage-labels.ts'

export type MarkDialogProps = { loan: MarkedLoan; onClose: () => void }

const choices: readonly { stage: LoanMark['stage']; label: string }[] = [
  { stage: null, label: 'None' },
  ...loanStages.map((stage) => ({ stage, label: stageLabels[stage] })),
]

export function MarkDialog({ loan, onClose }: MarkDialogProps) {
  const [before] = useState<LoanMark>(loan.ownMark ?? { stage: null, note: null })
  const [stage, setStage] = useState(before.stage)
  const [note, setNote] = useState(before.note ?? '')
  const { close, question } = useDiscardQuestion(
    () => note.trim() !== (before.note ?? '') && !isPending,
    onClose,
  )
  const { mutate, isPending } = useAction({
    act: () =>
      call('markLoan', { params: { id: loan.id }, body: { stage, note: note.trim() || null } }),
    done: (mark) => ({ title: titleOf(mark), description: loan.title }),
    failed: 'Failed to save your mark',
    onDone: onClose,
  })
  return (
    <>
      {question}
      <Dialog
        open
        size="s"
        busy={isPending}
        onOpenChange={(open) => !open && close()}
        title="Mark or Note"
        description={loan.title}
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
        footer={
          <>
            <Button variant="outline" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={isPending}>
              Save
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-medium">Stage</legend>
            <div className="grid grid-cols-3 gap-2">
              {choices.map(({ stage: each, label }) => (
                <label
                  key={label}
                  className="flex h-9 items-center justify-center gap-2 rounded-lg border border-input px-2 has-checked:border-primary has-checked:bg-secondary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring max-md:h-11"
                >
                  <input
                    type="radio"
                    name="stage"
                    checked={stage === each}
                    onChange={() => setStage(each)}
                    className="sr-only"
                  />
                  {label}
                </label>
              ))}
            </div>
            <p className="text-[0.8125rem] text-muted-foreground">
              Browse Loans hides what you passed.
            </p>
          </fieldset>
          <Field label="Note" hint="Only you can see the stage and the note.">
            <Textarea
              rows={4}
              maxLength={textLimits.loanNote}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        </div>
      </Dialog>
    </>
  )
}

function titleOf({ stage, note }: LoanMark): string {
  if (stage === 'passed') return 'Marked as passed'
  if (stage === 'reviewing') return 'Marked as reviewing'
  return note === null ? 'Mark removed' : 'Note saved'
}
