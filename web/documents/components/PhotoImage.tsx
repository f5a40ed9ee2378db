import type { Photo } from '#contract/documents/shapes.ts'
import { objectPath, renditionsOf } from './object-path.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

export type PhotoImageProps = {
  photo: Photo
  /** Empty where the name is said beside it. */
  alt: string
  /** How wide it is shown, as for any `<img>`. */
  sizes: string
  className: string
}

/** A photo; 'No Image' where there is no file, or none that this browser can draw. */
export function PhotoImage({ photo, alt, sizes, className }: PhotoImageProps) {
  const [failed, setFailed] = useState(false)
  const path = objectPath(photo.fileUrl)
  if (!path || failed) {
    return (
      <span
        className={cx('grid place-items-center bg-muted text-xs text-muted-foreground', className)}
      >
        No Image
      </span>
    )
  }
  return (
    <img
      {...renditionsOf(path, sizes)}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={cx('block bg-muted', className)}
      onError={() => setFailed(true)}
    />
  )
}

/** What a photo is called where it is spoken of. */
export const photoName = (photo: Photo) => photo.caption || photo.filename
