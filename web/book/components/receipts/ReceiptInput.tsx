import { FileText } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { useState, type DragEvent } from 'react'

export interface ReceiptInputProps {
  busy: boolean
  onFile: (name: string, content: Blob) => void
}

export function ReceiptInput({ busy, onFile }: ReceiptInputProps) {
  const { isOver, ...drop } = useDrop((file) => onFile(file.name, file))
  return (
    <div
      {...drop}
      className={cx(
        'grid gap-5 rounded-xl border bg-card p-4.5 text-card-foreground',
        isOver && 'border-primary',
      )}
    >
      <label
        className={cx(
          'grid cursor-pointer justify-items-center gap-1 rounded-lg border-2 border-dashed px-4 py-8 text-center transition-colors duration-150',
          'hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
          isOver ? 'border-primary bg-muted' : 'border-input',
        )}
      >
        <FileText aria-hidden="true" strokeWidth={1.5} className="size-8 text-muted-foreground" />
        <span className="font-medium underline underline-offset-4">Choose a receipt</span>
        <span className="text-muted-foreground">or drop it here. PDF or JSON.</span>
        <input
          type="file"
          accept=".pdf,.json,application/pdf,application/json"
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file.name, file)
            // The input is reset so that selecting the same file again triggers a change event.
            target.value = ''
          }}
        />
      </label>
      <PasteForm busy={busy} onPaste={(text) => onFile('Pasted receipt', new Blob([text]))} />
    </div>
  )
}

function PasteForm({ busy, onPaste }: { busy: boolean; onPaste: (text: string) => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const isBlank = text.trim() === ''
        setError(isBlank ? "Paste the receipt's JSON, or choose a file above." : undefined)
        if (!isBlank) onPaste(text)
      }}
    >
      <Field label="Or paste its JSON" error={error}>
        <Textarea
          rows={4}
          spellCheck={false}
          className="font-mono text-xs"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="outline"
        busy={busy}
        className="justify-self-start max-md:w-full"
      >
        Verify
      </Button>
    </form>
  )
}

function useDrop(onDrop: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver(event: DragEvent) {
      // By default, the browser would leave the page and open the file.
      event.preventDefault()
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onDrop(file)
    },
  }
}
