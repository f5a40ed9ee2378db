import type { Document } from '#contract/documents/shapes.ts'
import { cx } from '#web/ui/cx.ts'
import { objectPath } from './object-path.ts'

interface DocumentFrameProps {
  document: Document
  onLoad?: () => void
  className: string
}

export function DocumentFrame({ document, onLoad, className }: DocumentFrameProps) {
  const { filename, fileType, fileUrl } = document
  const path = objectPath(fileUrl) ?? ''
  const shown = {
    onLoad,
    className: cx('block w-full bg-muted', className),
  }
  return fileType === 'application/pdf' ? (
    // Browsers don't start their PDF viewer in a sandbox; the response's CSP blocks scripts instead.
    // eslint-disable-next-line react/iframe-missing-sandbox
    <iframe {...shown} src={path + pagesOnly} title={filename} />
  ) : (
    <img {...shown} src={path} alt={filename} />
  )
}

/** Hides the thumbnail sidebar: `navpanes` is for Chrome, Edge and Acrobat, `pagemode` for Firefox. */
const pagesOnly = '#navpanes=0&pagemode=none'
