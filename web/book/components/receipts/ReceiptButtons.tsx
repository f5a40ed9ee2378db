import { ExportButton } from '#web/files/ExportButton.tsx'
import { callFile } from '#web/api/call-file.ts'
import { copyText } from '#web/files/copy-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Copy } from 'lucide-react'

export const DownloadPdfButton = ({ id }: { id: string }) => (
  <ExportButton
    label="Download PDF"
    failed="The PDF wasn't downloaded."
    fetchFile={() => callFile('getReceiptPdf', { params: { id } })}
  />
)

export function CopyLinkButton({ path }: { path: string }) {
  async function copy() {
    const isCopied = await copyText(new URL(path, location.href).href)
    toast(
      isCopied
        ? { title: 'Link copied' }
        : {
            title: 'Link not copied',
            description: "Open the receipt, and copy the address from your browser's address bar.",
          },
    )
  }
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      Copy Link
    </Button>
  )
}
