import { onDemand } from '#web/ui/on-demand.tsx'
import type { Document } from '#contract/documents/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { fileTypeLabel } from './file-type-label.ts'
import { objectPath } from './object-path.ts'
import { useSession } from '#web/session.ts'
import { formatDate } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download } from '#web/ui/icons/download.ts'
import { FileText } from '#web/ui/icons/file-text.ts'
import { Trash2 } from '#web/ui/icons/trash.ts'
import { useState } from 'react'

// Loaded on demand: only administrators delete, and rarely.
const DeleteFileDialog = onDemand(() =>
  import('./DeleteFileDialog.tsx').then((part) => part.DeleteFileDialog),
)

export function DocumentsCard({ loanId }: { loanId: string }) {
  const documents = useQuery(endpointQuery('listLoanDocuments', { params: { loanId } }))
  const [deleting, setDeleting] = useState<Document | null>(null)
  const { isAdmin } = useSession()
  return (
    <Card as="section" aria-labelledby="loan-documents">
      <CardHeader>
        <CardTitle id="loan-documents">Loan Documents</CardTitle>
      </CardHeader>
      <CardContent>
        <FetchedList
          query={documents}
          failed="The documents could not be loaded"
          skeleton={
            <>
              <Skeleton className="h-11" />
              <Skeleton className="h-11" />
            </>
          }
          empty={<EmptyState title="No documents uploaded yet" />}
        >
          {(items) => (
            <ul className="-my-2 divide-y">
              {items.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  onDelete={isAdmin ? () => setDeleting(document) : undefined}
                />
              ))}
            </ul>
          )}
        </FetchedList>
      </CardContent>
      {deleting && (
        <DeleteFileDialog kind="document" file={deleting} onClose={() => setDeleting(null)} />
      )}
    </Card>
  )
}

type DocumentRowProps = {
  document: Document
  /** Undefined for users who may not delete it. */
  onDelete: (() => void) | undefined
}

function DocumentRow({ document, onDelete }: DocumentRowProps) {
  const path = objectPath(document.fileUrl)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <FileText
        aria-hidden="true"
        strokeWidth={1.5}
        className="size-5 shrink-0 text-muted-foreground"
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{document.filename}</p>
        <p className="text-[0.8125rem] text-muted-foreground">
          {fileTypeLabel(document.fileType)} · {formatDate(document.uploadedAt)}
        </p>
      </div>
      {path ? (
        <ButtonLink
          href={path}
          target="_blank"
          variant="outline"
          size="s"
          aria-label={`Download ${document.filename} (opens in a new tab)`}
        >
          <Download aria-hidden="true" />
          <span className="max-sm:hidden">Download</span>
        </ButtonLink>
      ) : (
        <span className="text-[0.8125rem] text-muted-foreground">No file</span>
      )}
      {onDelete && (
        <Button
          variant="outline"
          size="s"
          aria-label={`Delete ${document.filename}`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
          <span className="max-sm:hidden">Delete</span>
        </Button>
      )}
    </li>
  )
}
