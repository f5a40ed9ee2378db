import type { Document } from '#contract/files.ts'
import type { Loan } from '#contract/loans.ts'
import { FetchedPages } from '#web/components/FetchedPages.tsx'
import { fileTypeLabel } from '#web/components/file-type-label.ts'
import { loanPagesQuery } from '#web/components/loan-pages.ts'
import { objectPath } from '#web/object-path.ts'
import { formatDate } from '#web/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/Table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { FilesOfLoans } from './FilesOfLoans.tsx'
import { useDocumentsOf } from './use-files-of.ts'

// The uploader weighs more than the page.
const UploadDocumentDialog = lazy(async () => ({
  default: (await import('./uploads/UploadDocumentDialog.tsx')).UploadDocumentDialog,
}))
const DeleteDocumentDialog = lazy(async () => ({
  default: (await import('#web/components/DeleteDocumentDialog.tsx')).DeleteDocumentDialog,
}))

/** The documents of the loans, a page of loans at a time. */
export function DocumentsTab() {
  const loans = useInfiniteQuery(loanPagesQuery())
  const [isUploading, setUploading] = useState(false)
  return (
    <Card as="section" aria-labelledby="document-management" className="overflow-hidden">
      <CardHeader
        className="items-center! pb-4"
        action={
          <Button onClick={() => setUploading(true)}>
            <Upload aria-hidden="true" />
            Upload Document
          </Button>
        }
      >
        <CardTitle id="document-management">Document Management</CardTitle>
      </CardHeader>
      <FetchedPages
        query={loans}
        failed="The documents could not be loaded"
        skeleton={
          <>
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </>
        }
        empty={noDocuments}
      >
        {(items) => <Documents loans={items} />}
      </FetchedPages>
      {isUploading && (
        <Suspense>
          <UploadDocumentDialog onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const noDocuments = <EmptyState title="No documents uploaded yet" />

function Documents({ loans }: { loans: Loan[] }) {
  const found = useDocumentsOf(loans)
  const [deleting, setDeleting] = useState<Document | null>(null)
  const titles = new Map(loans.map(({ id, title }) => [id, title]))
  return (
    <>
      <FilesOfLoans found={found} noun="documents" empty={noDocuments}>
        {(documents) => (
          <Table label="Documents" className="border-t">
            <TableHead>
              <HeaderCell>Name</HeaderCell>
              <HeaderCell className="max-lg:hidden">Loan</HeaderCell>
              <HeaderCell className="max-lg:hidden">Type</HeaderCell>
              <HeaderCell className="max-lg:hidden">Uploaded</HeaderCell>
              <HeaderCell numeric>Actions</HeaderCell>
            </TableHead>
            <TableBody>
              {documents.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  loanTitle={titles.get(document.loanId) ?? 'Unknown'}
                  onDelete={() => setDeleting(document)}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </FilesOfLoans>
      {deleting && (
        <Suspense>
          <DeleteDocumentDialog document={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </>
  )
}

type DocumentRowProps = { document: Document; loanTitle: string; onDelete: () => void }

function DocumentRow({ document, loanTitle, onDelete }: DocumentRowProps) {
  const { filename, fileType, fileUrl, uploadedAt } = document
  const path = objectPath(fileUrl)
  return (
    <TableRow>
      <Cell className="font-medium wrap-anywhere">
        {filename}
        {/* Narrow screens have no room for columns of their own. */}
        <span className="block font-normal text-muted-foreground lg:hidden">
          {loanTitle}
          <span className="block text-xs">
            {fileTypeLabel(fileType)} · {formatDate(uploadedAt)}
          </span>
        </span>
      </Cell>
      <Cell className="wrap-anywhere max-lg:hidden">{loanTitle}</Cell>
      <Cell className="max-lg:hidden">{fileTypeLabel(fileType)}</Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">{formatDate(uploadedAt)}</Cell>
      <Cell numeric>
        <div className="flex items-center justify-end gap-2 max-sm:flex-col max-sm:items-stretch">
          {path ? (
            <ButtonLink
              href={path}
              target="_blank"
              variant="outline"
              size="s"
              aria-label={`View ${filename} (opens in a new tab)`}
            >
              View
            </ButtonLink>
          ) : (
            <span className="text-muted-foreground">No file</span>
          )}
          <Button variant="outline" size="s" aria-label={`Delete ${filename}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </Cell>
    </TableRow>
  )
}
