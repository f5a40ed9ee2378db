import { Download } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { useExport } from './use-export.ts'

export interface ExportButtonProps {
  label: string
  fetchFile: () => Promise<Response>
  /** The title of the toast for a failure. The server's message follows it. */
  failed?: string
}

export function ExportButton({ label, fetchFile, failed }: ExportButtonProps) {
  const { save, busy } = useExport(failed)
  return (
    <Button variant="outline" busy={busy} onClick={() => void save(fetchFile)}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  )
}
