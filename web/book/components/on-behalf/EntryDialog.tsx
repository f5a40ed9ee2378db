import { ReleaseDialog } from '#web/book/components/ReleaseDialog.tsx'
import type { EntryActDialogProps } from './entry-act-parts.tsx'
import { EntryActDialog } from './EntryActDialog.tsx'
import type { EntryAct } from './entry-acts.ts'

/** What an administrator is about to do with an entry of the book. */
export function EntryDialog({
  act,
  ...props
}: EntryActDialogProps & { act: Exclude<EntryAct, 'message'> }) {
  if (act === 'release') return <ReleaseDialog {...props} />
  return <EntryActDialog act={act} {...props} />
}
