import type { LegalVersion } from '#contract/settings/legal.ts'
import { fillLegalText, legalTitles } from '#domain/legal-texts.ts'
import { company } from '#web/company.ts'
import { LegalText } from '#web/legal/LegalText.tsx'
import { formatTimestamp } from '#web/timestamps.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { LegalDialogProps } from './LegalDialog.tsx'

/** The versions of a text, each to be opened. */
export const HistoryDialog = ({ kind, versions, onClose }: LegalDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={`History of ${legalTitles[kind]}`}
    description="Newest first"
    size="l"
  >
    <div className="divide-y rounded-lg border">
      {versions.map((version, place) => (
        <details key={version.version} className="px-4">
          <summary className="cursor-pointer py-3">
            <span className="mr-2 font-medium">
              {version.createdAt === null ? 'The built-in text' : `Version ${version.version}`}
            </span>
            {place === 0 && <Badge tone="success">In force</Badge>}
            {version.createdAt !== null && (
              <span className="block pl-4 text-[0.8125rem] text-muted-foreground">
                {describePublication(version, version.createdAt)}
              </span>
            )}
          </summary>
          <div className="pb-6">
            <LegalText text={fillLegalText(version.text, company)} level={2} />
          </div>
        </details>
      ))}
    </div>
  </Dialog>
)

function describePublication({ createdByName, asksAgain }: LegalVersion, createdAt: string) {
  const by = createdByName ? ` by ${createdByName}` : ''
  const asked = asksAgain === 'true' ? ' · lenders are asked to accept it' : ''
  return `Published ${formatTimestamp(createdAt)}${by}${asked}`
}
