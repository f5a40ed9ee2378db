import { ReleaseDialog } from '#web/book/components/loan-book/ReleaseDialog.tsx'
import type { EntryActDialogProps } from './entry-act-parts.tsx'
import { EntryActDialog } from './EntryActDialog.tsx'
import type { EntryAct } from './entry-acts.ts'
import { useEntryNow } from './use-entry-now.ts'

/** What an administrator is about to do with an entry of the book. */
export function EntryDialog({
  act,
  ...props
}: EntryActDialogProps & { act: Exclude<EntryAct, 'message'> }) {
  const { entry } = useEntryNow(props)
  if (act === 'release') return <ReleaseDialog {...props} entry={entry} />
  return <EntryActDialog act={act} {...props} entry={entry} />
}
