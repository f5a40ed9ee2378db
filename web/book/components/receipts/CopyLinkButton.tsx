import { Copy } from 'lucide-react'
import { copyText } from '#web/files/copy-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

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
