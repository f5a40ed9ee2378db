import { ReleaseDialog } from '#web/book/components/ReleaseDialog.tsx'
import { LineActDialog, type LineActDialogProps } from './LineActDialog.tsx'
import type { LineAct } from './line-acts.ts'

/** What an administrator is about to do with a line of the book. */
export function LineDialog({
  act,
  ...props
}: LineActDialogProps & { act: Exclude<LineAct, 'message'> }) {
  if (act === 'release') return <ReleaseDialog {...props} />
  return <LineActDialog act={act} {...props} />
}
