import type { Register } from '#contract/deal/registers.ts'
import { callFile } from '#web/api/call-file.ts'
import { useExport } from '#web/files/use-export.ts'
import { Button } from '#web/ui/Button.tsx'
import { Download } from 'lucide-react'

const formats = [
  { name: 'PDF', call: 'exportRegisterAsPdf' },
  { name: 'CSV', call: 'exportRegisterAsCsv' },
] as const

interface RegisterFilesProps {
  register: Pick<Register, 'id' | 'version'>
  size?: 's' | 'm'
}

/** Downloads a version of a register. */
export function RegisterFiles({ register: { id, version }, size = 'm' }: RegisterFilesProps) {
  const files = useExport("The register couldn't be downloaded")
  return formats.map(({ name, call }) => (
    <Button
      key={name}
      variant="outline"
      size={size}
      busy={files.busy}
      aria-label={`${name} of the register, version ${version}`}
      onClick={() => void files.save(() => callFile(call, { params: { id } }))}
    >
      <Download aria-hidden="true" />
      {name}
    </Button>
  ))
}
