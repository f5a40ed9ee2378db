import { onDemand } from '#web/ui/on-demand.tsx'
import type { Photo } from '#contract/documents/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { loanPictureSizes } from '#domain/documents/renditions.ts'
import { LoanImage } from '#web/loans/components/LoanImage.tsx'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'
import { photoName } from './stored-file.ts'
import { useLoanPhotos } from './use-loan-photos.ts'

const PhotoDialog = onDemand(() => import('./PhotoDialog.tsx').then((part) => part.PhotoDialog))

export function PhotoGallery({ loan, className }: { loan: Loan; className: string }) {
  const { photos, picture } = useLoanPhotos(loan)
  const [shown, setShown] = useState<number | null>(null)
  const [first] = photos
  if (!picture) return null
  return (
    <>
      {/* Once the photos are loaded, the button is added as an overlay so that the image isn't mounted again. */}
      <div className={cx('relative', className)}>
        <LoanImage
          loan={picture}
          index={0}
          sizes={loanPictureSizes}
          className="absolute inset-0 h-full rounded-lg"
        />
        {first && (
          <button type="button" className="absolute inset-0 rounded-lg" onClick={() => setShown(0)}>
            <span className="sr-only">{describe(first, photos.length)} </span>
            {photos.length > 1 && (
              <span className="absolute right-1.5 bottom-1.5 rounded-md bg-black/70 px-1.5 text-xs font-medium text-white print:hidden">
                +{photos.length - 1}
              </span>
            )}
          </button>
        )}
      </div>
      {shown !== null && (
        <PhotoDialog
          title={loan.title}
          photos={photos}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

const describe = (photo: Photo, count: number) => `Photo 1 of ${count}: ${photoName(photo)}`
