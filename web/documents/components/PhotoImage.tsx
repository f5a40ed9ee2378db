import type { Photo } from '#contract/documents/shapes.ts'
import { renditionsOf } from '#domain/documents/renditions.ts'
import { objectPath } from './stored-file.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

export type PhotoImageProps = {
  photo: Photo
  /** The alternative text. Empty if the name is displayed next to the photo. */
  alt: string
  sizes: string
  className: string
  /** True for the largest image that is visible without scrolling, which is loaded with high priority. */
  isFirst?: boolean
}

export function PhotoImage({ photo, alt, sizes, className, isFirst = false }: PhotoImageProps) {
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
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className={cx('block bg-muted', className)}
      onError={() => setFailed(true)}
    />
  )
}
