import { useMatches } from '#web/ui/use-matches.ts'
import { DocumentPanel, type DocumentPanelProps } from './DocumentPanel.tsx'

export function DocumentViewer(props: Omit<DocumentPanelProps, 'isBeside'>) {
  // The key gives each document a new iframe: changing the URL of an existing one would add a step to the browser's
  // history.
  return <DocumentPanel key={props.document.id} isBeside={useMatches(wide)} {...props} />
}

const wide = window.matchMedia('(width >= 80rem)')
