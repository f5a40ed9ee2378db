import { Download } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { useExport } from './use-export.ts'

export interface ExportButtonProps {
  label: string
  /** Requests the file from the server. */
  fetchFile: () => Promise<Response>
  /** The text for a failure; the server's message is appended. */
  failed?: string
}

/** Fetches a file and saves it. */
export function ExportButton({ label, fetchFile, failed }: ExportButtonProps) {
  const { save, busy } = useExport(failed)
  return (
    <Button variant="outline" busy={busy} onClick={() => void save(fetchFile)}>
      <Download aria-hidden="true" />
      {label}
    </Button>
  )
}
