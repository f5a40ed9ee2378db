import { toast } from '#web/ui/overlays/toast.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'

export interface FileRules {
  /** The types that the browser offers. Without them, it offers every file. */
  accept?: string
  maxBytes: number
  /** The advice for a file that is too large. */
  tooLarge: string
}

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'autoFocus' | 'ref'> {
  label: string
  rules: FileRules
  onFile: (file: File) => void
}

export function FileButton({ label, rules, onFile, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={rules.accept}
        aria-label={label}
        onChange={({ target }) => {
          takeFile(target.files, rules, onFile)
          // The input is reset so that selecting the corrected file again triggers a change event.
          target.value = ''
        }}
      />
      <Button {...rest} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

interface FileDropProps {
  rules: FileRules
  onFile: (file: File) => void
  children: ReactNode
}

/** An area that takes a dropped file. Put a {@link FileButton} in it. */
export function FileDrop({ rules, onFile, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, next: boolean) => {
    event.preventDefault()
    setOver(next)
  }
  return (
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        takeFile(event.dataTransfer.files, rules, onFile)
      }}
      className={cx(
        'grid justify-items-center gap-3 rounded-lg border border-dashed border-muted-foreground px-4 py-8 text-center',
        isOver && 'bg-muted',
      )}
    >
      {children}
    </div>
  )
}

export const megabytes = ({ maxBytes }: Pick<FileRules, 'maxBytes'>) => maxBytes / 1024 ** 2

function takeFile(files: FileList | null, rules: FileRules, onFile: (file: File) => void) {
  const [file] = files ?? []
  if (!file) return
  if (file.size <= rules.maxBytes) return onFile(file)
  toast({
    title: 'File too large',
    description: `${file.name} is larger than ${megabytes(rules)} MB. ${rules.tooLarge}`,
    variant: 'destructive',
  })
}
