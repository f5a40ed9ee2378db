import { Download } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { useExport } from './use-export.ts'

export interface ExportButtonProps {
  label: string
  fetchFile: () => Promise<Response>
  size?: 's' | 'm'
  /** The title of the toast for a failure, followed by the server's message. */
  failed?: string
}

export function ExportButton({ label, fetchFile, size = 'm', failed }: ExportButtonProps) {
  const { save, busy } = useExport(failed)
  return (
    <Button variant="outline" size={size} busy={busy} onClick={() => void save(fetchFile)}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  )
}
