import type { Document } from '#contract/documents/shapes.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'
import { objectPath } from './object-path.ts'

/** A document over the page. */
export function DocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { filename, fileUrl } = document
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={filename}
      size="xl"
      // In the frame, Escape would go to the browser's viewer.
      firstFocus="close"
      footer={
        <ButtonLink href={objectPath(fileUrl) ?? ''} target="_blank" variant="outline">
          Open in a New Tab
        </ButtonLink>
      }
    >
      <DocumentFrame
        document={document}
        className="h-[calc(100dvh-13rem)] rounded-lg object-contain"
      />
    </Dialog>
  )
}
