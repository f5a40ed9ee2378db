import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Photo } from '#contract/documents/shapes.ts'
import { photoName } from './stored-file.ts'
import { PhotoImage } from './PhotoImage.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { useEffect } from 'react'

export interface PhotoDialogProps {
  title: string
  photos: Photo[]
  shown: number
  onShow: (index: number) => void
  onClose: () => void
}

export function PhotoDialog({ title, photos, shown, onShow, onClose }: PhotoDialogProps) {
  const photo = photos[shown]
  const step = (by: number) => onShow((shown + by + photos.length) % photos.length)

  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') step(-1)
      if (event.key === 'ArrowRight') step(1)
    }
    window.addEventListener('keydown', turn)
    return () => window.removeEventListener('keydown', turn)
  })

  if (!photo) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="l"
      footer={
        <div className="flex w-full items-center justify-between gap-2">
          <Button
            variant="outline"
            size="icon"
            aria-label="Previous photo"
            disabled={photos.length < 2}
            onClick={() => step(-1)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <p aria-live="polite" className="text-muted-foreground">
            Photo {shown + 1} of {photos.length}
          </p>
          <Button
            variant="outline"
            size="icon"
            aria-label="Next photo"
            disabled={photos.length < 2}
            onClick={() => step(1)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      }
    >
      <figure className="grid gap-3">
        {/* The key resets the error state so that a failed photo doesn't hide the next photo. */}
        <PhotoImage
          key={photo.id}
          photo={photo}
          alt={photoName(photo)}
          sizes="(min-width: 48rem) 46rem, 100vw"
          className="w-full rounded-lg object-contain max-md:aspect-square md:h-[60dvh]"
        />
        <figcaption className="text-muted-foreground">{photoName(photo)}</figcaption>
      </figure>
    </Dialog>
  )
}
