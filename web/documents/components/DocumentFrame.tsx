import type { Document } from '#contract/documents/shapes.ts'
import { cx } from '#web/ui/cx.ts'
import { objectPath } from './object-path.ts'

interface DocumentFrameProps {
  document: Document
  onLoad?: () => void
  className: string
}

/** What a document shows: a PDF in the browser's own viewer, or a picture. */
export function DocumentFrame({ document, onLoad, className }: DocumentFrameProps) {
  const { filename, fileType, fileUrl } = document
  const path = objectPath(fileUrl) ?? ''
  const shown = {
    onLoad,
    className: cx('block w-full bg-muted', className),
  }
  return fileType === 'application/pdf' ? (
    // Browsers don't start their PDF viewer in a sandbox; the answer's own policy lets it run nothing.
    // eslint-disable-next-line react/iframe-missing-sandbox
    <iframe {...shown} src={path + pagesOnly} title={filename} />
  ) : (
    <img {...shown} src={path} alt={filename} />
  )
}

/** No column of small pages, which takes half of a frame: the first is for Chrome, Edge and Acrobat, the second for Firefox. */
const pagesOnly = '#navpanes=0&pagemode=none'
