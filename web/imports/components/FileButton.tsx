import { importLimits } from '#domain/imports/columns.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { useRef } from 'react'

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'autoFocus'> {
  label: string
  onFile: (file: File) => void
}

export function FileButton({ label, onFile, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        aria-label={label}
        onChange={({ target }) => {
          takeFile(target.files, onFile)
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

export const maxMegabytes = importLimits.maxBytes / 1024 ** 2

export function takeFile(files: FileList | null, onFile: (file: File) => void) {
  const [file] = files ?? []
  if (!file) return
  if (file.size <= importLimits.maxBytes) return onFile(file)
  toast({
    title: 'File too large',
    description: `${file.name} is larger than ${maxMegabytes} MB. Split it into several files, and import one after the other.`,
    variant: 'destructive',
  })
}
