import { useMatches } from '#web/ui/use-matches.ts'
import { DocumentPanel, type DocumentPanelProps } from './DocumentPanel.tsx'

/** An open document: beside the page where both can be read, and else over it. */
export function DocumentViewer(props: Omit<DocumentPanelProps, 'isBeside'>) {
  // The key gives another document a frame of its own: a new address for the same one would be a step of the browser's
  // Back button.
  return <DocumentPanel key={props.document.id} isBeside={useMatches(wide)} {...props} />
}

const wide = window.matchMedia('(width >= 80rem)')
