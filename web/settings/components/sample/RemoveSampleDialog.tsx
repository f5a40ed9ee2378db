import type { SampleData } from '#contract/settings/shapes.ts'
import { useAction } from '#web/forms/use-action.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { call } from '#web/api/client.ts'
import { changeCompany } from '#web/company/company-edition.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'
import { describeSample } from './describe-sample.ts'

export function RemoveSampleDialog({
  sample,
  onClose,
}: {
  sample: SampleData
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const remove = useAction({
    act: async () => {
      await call('deleteSample')
      // The page still shows the sample company's name, so load it again. The removal succeeds even if this fails.
      const current = await call('getCompany').catch(() => null)
      if (!current) return { isNamedAnew: false }
      const { isExample, ...company } = current
      changeCompany({ ...company, isExample: isExample === 'true' })
      return { isNamedAnew: true }
    },
    done: ({ isNamedAnew }) => ({
      title: 'Sample data removed',
      description: isNamedAnew
        ? 'The desk is yours.'
        : 'The desk is yours. Reload the page to see its company.',
    }),
    failed,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove the sample data?"
      text={`This deletes ${describeSample(sample)}, and the sample's company unless you changed it. It can't be undone. The audit trail stays.`}
      confirmLabel="Remove Sample Data"
      destructive
      busy={remove.isPending}
      disabled={typed.trim().toLowerCase() !== word}
      error={remove.error ? withReason(failed, remove.error) : undefined}
      onConfirm={() => remove.mutate()}
    >
      <Field label={`Type “${word}” to confirm`} className="mt-4">
        <Input
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}

const word = 'remove'
const failed = "The sample data wasn't removed."
