import type { LegalVersion } from '#contract/settings/legal.ts'
import type { LegalKind } from '#domain/settings/legal-texts.ts'
import { EditDialog } from './EditDialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'

export interface LegalDialogProps {
  kind: LegalKind
  /** The version in force. */
  newest: LegalVersion
  onClose: () => void
}

/** Edits one of the texts, or shows its versions. */
export const LegalDialog = ({ act, ...rest }: LegalDialogProps & { act: 'edit' | 'history' }) =>
  act === 'edit' ? <EditDialog {...rest} /> : <HistoryDialog {...rest} />
