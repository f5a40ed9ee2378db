import type { LegalVersion } from '#contract/settings/shapes.ts'
import type { LegalKind } from '#domain/settings/legal-texts.ts'
import { EditDialog } from './EditDialog.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'

export interface LegalDialogProps {
  kind: LegalKind
  newest: LegalVersion
  onClose: () => void
}

export const LegalDialog = ({ act, ...rest }: LegalDialogProps & { act: 'edit' | 'history' }) =>
  act === 'edit' ? <EditDialog {...rest} /> : <HistoryDialog {...rest} />
