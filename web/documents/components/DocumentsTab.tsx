import { EllipsisVertical } from 'lucide-react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { Document } from '#contract/documents/shapes.ts'
import { formatFileSize } from '#domain/documents/files.ts'
import { documentGroupNames } from '#domain/documents/groups.ts'
import { nameBesideLoan } from '#domain/documents/names.ts'
import { endpointQuery } from '#web/api/client.ts'
import { fileTypeLabel, objectPath } from './stored-file.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Skeleton, Skeletons } from '#web/ui/display/Skeleton.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/display/Table.tsx'
import { ActionMenu } from '#web/ui/overlays/ActionMenu.tsx'
import { Fragment, useState } from 'react'
import { FailedFiles } from './files/FailedFiles.tsx'
import { FilesTab } from './files/FilesTab.tsx'
import type { LoanFiles } from './files/loan-files.ts'
import { OpenedBy } from './readings/OpenedBy.tsx'

const UploadDocumentDialog = onDemand(() =>
  import('./uploads/UploadDocumentDialog.tsx').then((part) => part.UploadDocumentDialog),
)
const DeleteFileDialog = onDemand(() =>
  import('./DeleteFileDialog.tsx').then((part) => part.DeleteFileDialog),
)

export function DocumentsTab() {
  return (
    <FilesTab
      kind="document"
      title="Document Management"
      uploadLabel="Upload Document"
      UploadDialog={UploadDocumentDialog}
      filesQuery={documentsOf}
      skeleton={<Skeletons count={2} className="h-10" />}
    >
      {(groups) => <Documents groups={groups} />}
    </FilesTab>
  )
}

const documentsOf = (loanId: string) => endpointQuery('listLoanDocuments', { params: { loanId } })

function Documents({ groups }: { groups: LoanFiles<Document>[] }) {
  const [deleting, setDeleting] = useState<Document | null>(null)
  return (
    <>
      <Table label="Documents" className="border-t">
        <TableHead>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="max-lg:hidden">Loan</HeaderCell>
          <HeaderCell className="max-lg:hidden">Type</HeaderCell>
          <HeaderCell className="max-lg:hidden">Uploaded</HeaderCell>
          <HeaderCell numeric>Actions</HeaderCell>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <Fragment key={group.loan.id}>
              {group.hasFailed && (
                <TableRow>
                  <Cell colSpan={5}>
                    <FailedFiles kind="document" group={group} groups={groups} />
                  </Cell>
                </TableRow>
              )}
              {group.isLoading &&
                group.loan.fileIds.map((id) => (
                  <TableRow key={id} aria-hidden="true">
                    <Cell colSpan={5}>
                      <Skeleton className="h-7" />
                    </Cell>
                  </TableRow>
                ))}
              {group.files.map((document) => (
                <DocumentFileRow
                  key={document.id}
                  document={document}
                  loanTitle={document.loanId === group.loan.id ? group.loan.title : 'Unknown'}
                  onDelete={() => setDeleting(document)}
                />
              ))}
            </Fragment>
          ))}
        </TableBody>
      </Table>
      {deleting && (
        <DeleteFileDialog kind="document" file={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

type DocumentFileRowProps = { document: Document; loanTitle: string; onDelete: () => void }

function DocumentFileRow({ document, loanTitle, onDelete }: DocumentFileRowProps) {
  const { filename, fileType, fileUrl, group, sizeBytes, uploadedAt } = document
  const path = objectPath(fileUrl)
  const uploaded = formatDate(uploadedAt)
  return (
    <TableRow>
      <Cell className="font-medium wrap-anywhere max-sm:py-2">
        <span title={filename}>{nameBesideLoan(filename, loanTitle)}</span>
        <span className="block font-normal text-muted-foreground lg:hidden">{loanTitle}</span>
        <span className="block text-xs font-normal text-muted-foreground">
          {[documentGroupNames[group], sizeBytes ? formatFileSize(sizeBytes) : null]
            .filter(Boolean)
            .join(' · ')}
          <span className="lg:hidden"> · {uploaded}</span>
        </span>
        <span className="block font-normal text-muted-foreground lg:hidden">
          <OpenedBy loanId={document.loanId} document={document} className="text-xs" />
        </span>
      </Cell>
      <Cell className="min-w-36 wrap-anywhere max-lg:hidden">
        {loanTitle}
        <OpenedBy loanId={document.loanId} document={document} className="text-xs" />
      </Cell>
      <Cell className="min-w-20 wrap-anywhere max-lg:hidden">{fileTypeLabel(fileType)}</Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">{uploaded}</Cell>
      <Cell numeric className="max-sm:px-1.5">
        <div className="flex items-center justify-end gap-2 max-sm:hidden">
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
          <Button variant="ghost" size="s" aria-label={`Delete ${filename}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
        <span className="sm:hidden">
          <ActionMenu
            trigger={
              <Button variant="ghost" size="icon" aria-label={`Actions for ${filename}`}>
                <EllipsisVertical aria-hidden="true" />
              </Button>
            }
            actions={[
              {
                label: 'View',
                ...(!path && { disabled: true, hint: 'No file' }),
                onSelect: () => path && window.open(path, '_blank', 'noopener'),
              },
              { label: 'Delete', onSelect: onDelete },
            ]}
          />
        </span>
      </Cell>
    </TableRow>
  )
}
