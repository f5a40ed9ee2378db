import type { Photo } from '#contract/files.ts'
import { objectPath } from '#web/object-path.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

/** A photo; 'No Image' where there is no file, or none that this browser can draw. */
export function PhotoImage({
  photo,
  alt,
  className,
}: {
  photo: Photo
  /** Empty where the name is said beside it. */
  alt: string
  className: string
}) {
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
      src={path}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={cx('block bg-muted', className)}
      onError={() => setFailed(true)}
    />
  )
}
