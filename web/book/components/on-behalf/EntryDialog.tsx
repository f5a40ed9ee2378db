import { ReleaseDialog } from '#web/book/components/loan-book/ReleaseDialog.tsx'
import type { EntryActDialogProps } from './entry-act-parts.tsx'
import { EntryActDialog } from './EntryActDialog.tsx'
import type { EntryAct } from './entry-acts.ts'
import { useEntryNow } from './use-entry-now.ts'

export function EntryDialog({
  act,
  ...props
}: EntryActDialogProps & { act: Exclude<EntryAct, 'message'> }) {
  const { entry } = useEntryNow(props)
  if (act === 'release') return <ReleaseDialog {...props} entry={entry} />
  return <EntryActDialog act={act} {...props} entry={entry} />
}
