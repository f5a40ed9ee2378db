import type { Document } from '#contract/documents/shapes.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { objectPath } from './object-path.ts'

/** A document over the page: a PDF in the browser's own viewer, or a picture. */
export function DocumentViewer({ document, onClose }: { document: Document; onClose: () => void }) {
  const { filename, fileType, fileUrl } = document
  const path = objectPath(fileUrl) ?? ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={filename}
      size="xl"
      // In the frame, Escape would go to the browser's viewer.
      firstFocus="close"
      footer={
        <ButtonLink href={path} target="_blank" variant="outline">
          Open in a New Tab
        </ButtonLink>
      }
    >
      {fileType === 'application/pdf' ? (
        // Browsers don't start their PDF viewer in a sandbox; the answer's own policy lets it run nothing.
        // eslint-disable-next-line react/iframe-missing-sandbox
        <iframe
          src={path}
          title={filename}
          className="block h-[calc(100dvh-13rem)] w-full rounded-lg border-0 bg-muted"
        />
      ) : (
        <img
          src={path}
          alt={filename}
          className="block h-[calc(100dvh-13rem)] w-full rounded-lg bg-muted object-contain"
        />
      )}
    </Dialog>
  )
}
