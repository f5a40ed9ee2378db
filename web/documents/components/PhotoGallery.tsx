import { onDemand } from '#web/ui/on-demand.tsx'
import type { Photo } from '#contract/documents/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { galleryPictureSizes } from '#domain/documents/renditions.ts'
import { endpointQuery } from '#web/api/client.ts'
import { FetchedList } from '#web/lists/FetchedList.tsx'
import { PhotoImage, photoName } from './PhotoImage.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Image } from '#web/ui/icons/image.ts'
import { useState } from 'react'

// Loaded on demand: few visitors enlarge a photo.
const PhotoDialog = onDemand(() => import('./PhotoDialog.tsx').then((part) => part.PhotoDialog))

/** A large cover with thumbnails of the next photos below; each opens the enlarged view. */
export function PhotoGallery({ loan }: { loan: Loan }) {
  const photos = useQuery(endpointQuery('listLoanPhotos', { params: { loanId: loan.id } }))
  return (
    <Card as="section" aria-labelledby="loan-photos">
      <CardHeader>
        <CardTitle id="loan-photos">Photos</CardTitle>
      </CardHeader>
      <CardContent>
        <FetchedList
          query={photos}
          failed="The photos could not be loaded"
          skeleton={<Skeleton className="aspect-video rounded-lg" />}
          empty={<EmptyState icon={Image} title="No photos uploaded yet" />}
        >
          {(items) => <Photos loan={loan} photos={coverFirst(items)} />}
        </FetchedList>
      </CardContent>
    </Card>
  )
}

/** Thumbnails below the cover; the last one represents all that do not fit. */
const thumbnailCount = 4

function Photos({ loan, photos }: { loan: Loan; photos: Photo[] }) {
  const [shown, setShown] = useState<number | null>(null)
  const beyond = photos.length - 1 - thumbnailCount
  return (
    <div className="grid grid-cols-4 gap-2">
      {photos.slice(0, thumbnailCount + 1).map((photo, index) => (
        <button
          key={photo.id}
          type="button"
          className={
            index === 0
              ? 'relative col-span-full aspect-video overflow-hidden rounded-lg'
              : 'relative aspect-4/3 overflow-hidden rounded-lg'
          }
          onClick={() => setShown(index)}
        >
          <span className="sr-only">
            Photo {index + 1} of {photos.length}: {photoName(photo)}
          </span>
          <PhotoImage
            photo={photo}
            alt=""
            sizes={index === 0 ? galleryPictureSizes : '(min-width: 64rem) 12rem, 25vw'}
            className="size-full object-cover"
            isFirst={index === 0}
          />
          {index === thumbnailCount && beyond > 0 && (
            <span className="absolute inset-0 grid place-items-center bg-black/60 text-heading font-semibold text-white">
              +{beyond}
            </span>
          )}
        </button>
      ))}
      {shown !== null && (
        <PhotoDialog
          title={loan.title}
          photos={photos}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}

const coverFirst = (photos: readonly Photo[]) =>
  photos.toSorted((a, b) => Number(b.isCover === 'true') - Number(a.isCover === 'true'))
