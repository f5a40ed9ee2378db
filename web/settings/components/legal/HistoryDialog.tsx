import type { LegalVersion } from '#contract/settings/legal.ts'
import { fillLegalText, legalTitles } from '#domain/legal-texts.ts'
import { company } from '#web/company.ts'
import { LegalText } from '#web/legal/LegalText.tsx'
import { formatTimestamp } from '#web/timestamps.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { LegalDialogProps } from './LegalDialog.tsx'

/** The versions of a text, each to be opened. */
export const HistoryDialog = ({ kind, versions, onClose }: LegalDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={`History of ${legalTitles[kind]}`}
    description="Newest first. The first one is in force."
    size="l"
  >
    <div className="divide-y rounded-lg border">
      {versions.map((version) => (
        <details key={version.version} className="group px-4">
          <summary className="cursor-pointer py-3 font-medium">{describe(version)}</summary>
          <div className="pb-6">
            <LegalText text={fillLegalText(version.text, company)} level={2} />
          </div>
        </details>
      ))}
    </div>
  </Dialog>
)

function describe({ version, createdAt, createdByName, asksAgain }: LegalVersion): string {
  if (createdAt === null) return 'The built-in text'
  const by = createdByName ? ` by ${createdByName}` : ''
  const asked = asksAgain === 'true' ? ', to be accepted by lenders' : ''
  return `Version ${version}: ${formatTimestamp(createdAt)}${by}${asked}`
}
