import { onDemand } from '#web/ui/on-demand.tsx'
import type { Photo } from '#contract/documents/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { loanPictureSizes } from '#domain/documents/renditions.ts'
import { endpointQuery } from '#web/api/client.ts'
import { hasPicture, LoanImage } from '#web/loans/components/LoanImage.tsx'
import { useSession } from '#web/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { objectPath } from './object-path.ts'
import { photoName } from './photo-name.ts'

// Loaded on demand: few visitors enlarge a photo.
const PhotoDialog = onDemand(() => import('./PhotoDialog.tsx').then((part) => part.PhotoDialog))

/**
 * A loan's picture, which opens all of its photos. The loan's own answer says whether there is one and where,
 * so that nothing moves when the photos are known. Without a cover, the first photo is shown to whoever may see
 * it, once it is known.
 */
export function PhotoGallery({ loan, className }: { loan: Loan; className: string }) {
  const { role } = useSession()
  const mayOpen = role === 'lender' || role === 'admin'
  const { data: photos = [] } = useQuery({
    ...endpointQuery('listLoanPhotos', { params: { loanId: loan.id } }),
    enabled: mayOpen,
  })
  const [shown, setShown] = useState<number | null>(null)
  const sorted = coverFirst(photos)
  const [first] = sorted
  const open = () => setShown(0)
  const shownAs = hasPicture(loan)
    ? loan
    : first && { imageUrl: null, coverUrl: objectPath(first.fileUrl) }
  if (!shownAs) return null
  const picture = (
    <LoanImage
      loan={shownAs}
      index={0}
      sizes={loanPictureSizes}
      className="absolute inset-0 h-full"
    />
  )
  return (
    <>
      {first === undefined ? (
        <div className={className}>{picture}</div>
      ) : (
        <button type="button" className={className} onClick={open}>
          <span className="sr-only">{describe(first, sorted.length)} </span>
          {picture}
          {sorted.length > 1 && (
            <span className="absolute right-1.5 bottom-1.5 rounded-md bg-black/70 px-1.5 text-xs font-medium text-white">
              +{sorted.length - 1}
            </span>
          )}
        </button>
      )}
      {shown !== null && (
        <PhotoDialog
          title={loan.title}
          photos={sorted}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

const describe = (photo: Photo, count: number) => `Photo 1 of ${count}: ${photoName(photo)}`

const coverFirst = (photos: readonly Photo[]) =>
  photos.toSorted((a, b) => Number(b.isCover === 'true') - Number(a.isCover === 'true'))
