import { Copy } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Input, Textarea } from '#web/ui/fields/Input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useEffect, useRef } from 'react'
import { copyText } from './copy-text.ts'

export interface CopyFieldProps {
  label: string
  name: string
  value: string
  shown?: string
  /** Selects the value on mount. Set this where copying is the next step. */
  selected?: boolean
}

export function CopyField({ label, name, value, shown, selected = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (selected) field.current?.select()
  }, [selected])

  async function copy() {
    field.current?.select()
    toast(
      (await copyText(value))
        ? { title: `${name} copied` }
        : {
            title: `${name} not copied`,
            description: "It's selected: press Ctrl/⌘ + C.",
          },
    )
  }

  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 flex-1">
        {shown === undefined ? (
          <Input ref={field} readOnly value={value} />
        ) : (
          <Textarea
            ref={field}
            readOnly
            rows={2}
            value={shown}
            className="field-sizing-content resize-none! font-mono"
          />
        )}
      </Field>
      <Button variant="outline" onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        Copy
      </Button>
    </div>
  )
}
