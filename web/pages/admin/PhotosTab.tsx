import type { Photo } from '#contract/files.ts'
import type { Loan } from '#contract/loans.ts'
import { call } from '#web/api.ts'
import { FetchedPages } from '#web/components/FetchedPages.tsx'
import { touchedByPhoto } from '#web/components/file-queries.ts'
import { loanPagesQuery } from '#web/components/loan-pages.ts'
import { PhotoImage, photoName } from '#web/components/PhotoImage.tsx'
import { useAct } from '#web/components/use-act.ts'
import { formatDate } from '#web/timestamps.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Image, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { FilesOfLoans } from './FilesOfLoans.tsx'
import { usePhotosOf } from './use-files-of.ts'

// The uploader weighs more than the page.
const UploadPhotoDialog = lazy(async () => ({
  default: (await import('./uploads/UploadPhotoDialog.tsx')).UploadPhotoDialog,
}))
const DeletePhotoDialog = lazy(async () => ({
  default: (await import('./DeletePhotoDialog.tsx')).DeletePhotoDialog,
}))

/** The photos of the loans, a page of loans at a time. */
export function PhotosTab() {
  const loans = useInfiniteQuery(loanPagesQuery())
  const [isUploading, setUploading] = useState(false)
  return (
    <Card as="section" aria-labelledby="photo-gallery" className="overflow-hidden">
      <CardHeader
        className="items-center! pb-4"
        action={
          <Button onClick={() => setUploading(true)}>
            <Upload aria-hidden="true" />
            Upload Photo
          </Button>
        }
      >
        <CardTitle id="photo-gallery">Photo Gallery</CardTitle>
      </CardHeader>
      <FetchedPages
        query={loans}
        failed="The photos could not be loaded"
        skeleton={
          <div className={gridClass}>
            <Skeleton className="h-72" />
            <Skeleton className="h-72" />
            <Skeleton className="h-72" />
          </div>
        }
        empty={noPhotos}
      >
        {(items) => <Photos loans={items} />}
      </FetchedPages>
      {isUploading && (
        <Suspense>
          <UploadPhotoDialog onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
const noPhotos = <EmptyState icon={Image} title="No photos uploaded yet" />

function Photos({ loans }: { loans: Loan[] }) {
  const found = usePhotosOf(loans)
  const [deleting, setDeleting] = useState<Photo | null>(null)
  const titles = new Map(loans.map(({ id, title }) => [id, title]))
  return (
    <>
      <FilesOfLoans found={found} noun="photos" empty={noPhotos}>
        {(photos) => (
          <ul className={`${gridClass} px-4.5 pb-4.5`}>
            {photos.map((photo) => (
              <PhotoCard
                key={photo.id}
                photo={photo}
                loanTitle={titles.get(photo.loanId) ?? 'Unknown'}
                onDelete={() => setDeleting(photo)}
              />
            ))}
          </ul>
        )}
      </FilesOfLoans>
      {deleting && (
        <Suspense>
          <DeletePhotoDialog photo={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </>
  )
}

type PhotoCardProps = { photo: Photo; loanTitle: string; onDelete: () => void }

function PhotoCard({ photo, loanTitle, onDelete }: PhotoCardProps) {
  const { filename, caption, uploadedAt } = photo
  const makeCover = useMakeCover(photo)
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <PhotoImage
        photo={photo}
        alt={photoName(photo)}
        sizes="(min-width: 80rem) 20rem, (min-width: 40rem) 45vw, 100vw"
        className="aspect-video w-full object-cover"
      />
      <div className="grid gap-0.5 px-3.5 pt-3">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {filename}
          {photo.isCover === 'true' && <Badge tone="info">Cover</Badge>}
        </p>
        <p className="wrap-anywhere text-muted-foreground">{loanTitle}</p>
        {caption && <p className="wrap-anywhere">{caption}</p>}
        <p className="text-xs text-muted-foreground">{formatDate(uploadedAt)}</p>
      </div>
      <div className="mt-auto flex flex-wrap justify-end gap-2 p-3.5">
        {photo.isCover === 'false' && (
          <Button
            variant="outline"
            size="s"
            aria-label={`Make ${filename} the cover`}
            busy={makeCover.isPending}
            onClick={() => makeCover.mutate()}
          >
            Make Cover
          </Button>
        )}
        <Button variant="outline" size="s" aria-label={`Delete ${filename}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  )
}

const useMakeCover = (photo: Photo) =>
  useAct({
    act: () => call('updatePhoto', { params: { id: photo.id }, body: { isCover: 'true' } }),
    done: () => ({ title: 'Cover changed', description: 'The photo now stands for its loan.' }),
    failed: 'Failed to change the cover.',
    touches: touchedByPhoto(photo),
  })
