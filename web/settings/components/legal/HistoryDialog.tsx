import type { LegalVersion } from '#contract/settings/shapes.ts'
import { fillLegalText, legalTitles, type LegalKind } from '#domain/settings/legal-texts.ts'
import { endpointPages } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { LegalText } from '#web/legal/LegalText.tsx'
import { FetchedPages } from '#web/lists/FetchedPages.tsx'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Skeletons } from '#web/ui/display/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

interface HistoryDialogProps {
  kind: LegalKind
  onClose: () => void
}

export function HistoryDialog({ kind, onClose }: HistoryDialogProps) {
  const query = useInfiniteQuery(endpointPages('listLegalVersions', { kind, limit: '20' }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`History of ${legalTitles[kind]}`}
      description="Newest first"
      size="l"
    >
      <div className="rounded-lg border">
        <FetchedPages
          query={query}
          failed="The versions couldn't be loaded"
          skeleton={<Skeletons count={2} className="h-10" />}
          // The history is never empty, because the built-in version always exists.
          empty={null}
        >
          {(versions) => (
            <div className="divide-y">
              {versions.map((version, place) => (
                <Version key={version.version} version={version} isInForce={place === 0} />
              ))}
            </div>
          )}
        </FetchedPages>
      </div>
    </Dialog>
  )
}

const Version = ({ version, isInForce }: { version: LegalVersion; isInForce: boolean }) => (
  <details className="px-4">
    <summary className="cursor-pointer py-3">
      <span className="mr-2 font-medium">
        {version.createdAt === null ? 'The built-in text' : `Version ${version.version}`}
      </span>
      {isInForce && <Badge tone="success">In force</Badge>}
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
)

function describePublication({ createdByName, asksAgain }: LegalVersion, createdAt: string) {
  const by = createdByName ? ` by ${createdByName}` : ''
  const asked = asksAgain === 'true' ? ' · lenders are asked to accept it' : ''
  return `Published ${formatTimestamp(createdAt)}${by}${asked}`
}
