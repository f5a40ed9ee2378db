import type { Document } from '#contract/documents/shapes.ts'
import { documentGroupNames, documentGroups } from '#domain/documents/groups.ts'
import { useAction } from '#web/forms/use-action.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { useState } from 'react'

export function MoveDocumentDialog({
  document: { id, filename, group: current, loanId },
  onClose,
}: {
  document: Document
  onClose: () => void
}) {
  const [group, setGroup] = useState(current)
  const move = useAction({
    act: () => call('updateDocument', { params: { id }, body: { group }, loanId }),
    done: () => ({ title: 'Document moved', description: `Now in ${documentGroupNames[group]}.` }),
    failed: 'Failed to move document',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move Document"
      description={filename}
      size="s"
      busy={move.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        move.mutate()
      }}
      footer={
        <>
          <Button variant="outline" disabled={move.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={move.isPending} disabled={group === current}>
            Move
          </Button>
        </>
      }
    >
      <Field label="Group">
        <NativeSelect
          value={group}
          onChange={({ target }) =>
            setGroup(documentGroups.find((each) => each === target.value) ?? current)
          }
        >
          {documentGroups.map((each) => (
            <option key={each} value={each}>
              {documentGroupNames[each]}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </Dialog>
  )
}
