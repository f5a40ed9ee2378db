import { textLimits } from '#domain/texts.ts'
import { ApiError } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'

export interface NameFirmDialogProps<Saved> {
  title: string
  name: string | null
  /** Whether a blank name is allowed, with which the firm goes by its first person. */
  mayBeBlank?: boolean
  save: (name: string | null) => Promise<Saved>
  onSaved?: (saved: Saved) => void
  onClose: () => void
}

/** Names a firm, new or not. */
export function NameFirmDialog<Saved>(props: NameFirmDialogProps<Saved>) {
  const { title, name, mayBeBlank = true, save, onSaved, onClose } = props
  const [typed, setTyped] = useState(name ?? '')
  const [problem, setProblem] = useState<string>()
  const naming = useAction({
    act: () => save(typed.trim() || null),
    done: () => ({ title: 'Name saved' }),
    failed: "The name wasn't saved",
    onDone(saved) {
      onSaved?.(saved)
      onClose()
    },
  })
  return (
    <Dialog
      open
      size="s"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      busy={naming.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        if (naming.isPending) return
        if (!mayBeBlank && !typed.trim()) setProblem('Enter the name of the firm')
        else
          naming.mutate(undefined, {
            onError: (error) => error instanceof ApiError && setProblem(error.fields.name),
          })
      }}
      footer={
        <>
          <Button variant="outline" disabled={naming.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={naming.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Field
        label="Name of the firm"
        hint={mayBeBlank && 'Leave it empty to go by the name of the first person.'}
        error={problem}
      >
        <Input
          autoComplete="organization"
          maxLength={textLimits.companyName}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}
