import { Image } from 'lucide-react'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { Photo } from '#contract/documents/shapes.ts'
import { call, endpointQuery } from '#web/api/client.ts'
import { photoName } from './stored-file.ts'
import { PhotoImage } from './PhotoImage.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { Fragment, useState } from 'react'
import { FailedFiles } from './files/FailedFiles.tsx'
import { FilesTab } from './files/FilesTab.tsx'
import type { LoanFiles } from './files/loan-files.ts'

const UploadPhotoDialog = onDemand(() =>
  import('./uploads/UploadPhotoDialog.tsx').then((part) => part.UploadPhotoDialog),
)
const DeleteFileDialog = onDemand(() =>
  import('./DeleteFileDialog.tsx').then((part) => part.DeleteFileDialog),
)

export function PhotosTab() {
  return (
    <FilesTab
      kind="photo"
      title="Photo Gallery"
      uploadLabel="Upload Photo"
      UploadDialog={UploadPhotoDialog}
      filesQuery={photosOf}
      skeleton={
        <div className={gridClass}>
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      }
      emptyIcon={Image}
    >
      {(groups) => <Photos groups={groups} />}
    </FilesTab>
  )
}

const photosOf = (loanId: string) => endpointQuery('listLoanPhotos', { params: { loanId } })

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

function Photos({ groups }: { groups: LoanFiles<Photo>[] }) {
  const [deleting, setDeleting] = useState<Photo | null>(null)
  return (
    <>
      <ul className={`${gridClass} px-4.5 pb-4.5`}>
        {groups.map((group) => (
          <Fragment key={group.loan.id}>
            {group.hasFailed && (
              <li className="col-span-full">
                <FailedFiles kind="photo" group={group} groups={groups} />
              </li>
            )}
            {group.isLoading &&
              group.loan.fileIds.map((id) => (
                <li key={id} aria-hidden="true">
                  <Skeleton className="h-72" />
                </li>
              ))}
            {group.files.map((photo) => (
              <PhotoCard
                key={photo.id}
                photo={photo}
                loanTitle={photo.loanId === group.loan.id ? group.loan.title : 'Unknown'}
                onDelete={() => setDeleting(photo)}
              />
            ))}
          </Fragment>
        ))}
      </ul>
      {deleting && (
        <DeleteFileDialog kind="photo" file={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

type PhotoCardProps = { photo: Photo; loanTitle: string; onDelete: () => void }

function PhotoCard({ photo, loanTitle, onDelete }: PhotoCardProps) {
  const { filename, caption, uploadedAt } = photo
  const { title: card, keepFocus } = useKeptFocus<HTMLDivElement>()
  const makeCover = useMakeCover(photo, keepFocus)
  return (
    <Card as="li" ref={card} tabIndex={-1} className="flex flex-col overflow-hidden">
      <PhotoImage
        photo={photo}
        alt={photoName(photo)}
        sizes="(min-width: 80rem) 20rem, (min-width: 40rem) 45vw, 100vw"
        className="aspect-video w-full object-cover"
      />
      <div className="grid gap-0.5 px-3.5 pt-3">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {photoName(photo)}
          {photo.isCover === 'true' && <Badge tone="info">Cover</Badge>}
        </p>
        <p className="wrap-anywhere text-muted-foreground">{loanTitle}</p>
        <p className="text-xs wrap-anywhere text-muted-foreground">
          {caption && `${filename} · `}
          {formatDate(uploadedAt)}
        </p>
      </div>
      <div className="mt-auto flex flex-wrap justify-end gap-2 p-3.5">
        {photo.isCover === 'false' && (
          <Button
            variant="outline"
            size="s"
            aria-label={`Make Cover: ${filename}`}
            busy={makeCover.isPending}
            onClick={() => makeCover.mutate()}
          >
            Make Cover
          </Button>
        )}
        <Button variant="ghost" size="s" aria-label={`Delete ${filename}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  )
}

const useMakeCover = (photo: Photo, onDone: () => unknown) =>
  useAction({
    act: () =>
      call('updatePhoto', {
        params: { id: photo.id },
        body: { isCover: 'true' },
        loanId: photo.loanId,
      }),
    done: () => ({ title: 'Cover changed', description: "This photo is now the loan's cover." }),
    failed: 'Failed to change the cover.',
    onDone,
  })
