import { callFile } from '#web/api/call-file.ts'
import { useExport } from '#web/files/use-export.ts'
import { Button } from '#web/ui/Button.tsx'
import { Download } from 'lucide-react'

interface CertificateButtonProps {
  /** The id of the line in the register. */
  id: string
  /** Names the certificate to screen readers. */
  label: string
}

export function CertificateButton({ id, label }: CertificateButtonProps) {
  const files = useExport("The certificate couldn't be downloaded")
  return (
    <Button
      variant="outline"
      size="s"
      className="print:hidden"
      busy={files.busy}
      aria-label={label}
      onClick={() => void files.save(() => callFile('getCertificate', { params: { id } }))}
    >
      <Download aria-hidden="true" />
      Certificate
    </Button>
  )
}
