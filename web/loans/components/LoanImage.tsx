import type { Loan } from '#contract/loans/shapes.ts'
import { cardPictureSizes, renditionsOf } from '#domain/documents/renditions.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

export type LoanImageProps = {
  loan: Pick<Loan, 'imageUrl' | 'coverUrl'>
  /** The position in the list, because loans without a picture alternate between three drawings. */
  index: number
  /** The displayed width, as in the `sizes` attribute of `<img>`. The default is a card's width. */
  sizes?: string
  className?: string | undefined
}

const scenes = [
  '/art/property-office.svg',
  '/art/property-logistics.svg',
  '/art/property-mixed-use.svg',
]

/** A fixed aspect ratio avoids layout shift when the picture loads. */
export function LoanImage({ loan, index, sizes = cardPictureSizes, className }: LoanImageProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const own = [loan.imageUrl, loan.coverUrl].find((url) => url && !broken.includes(url))
  return (
    <img
      {...(own && isStored(own)
        ? renditionsOf(own, sizes)
        : { src: own ?? scenes[index % scenes.length] })}
      // The image is decorative, because the title next to it names the loan.
      alt=""
      width={800}
      height={450}
      // The first image is visible without scrolling and, on phones, is the largest element.
      loading={index === 0 ? 'eager' : 'lazy'}
      fetchPriority={index === 0 ? 'high' : 'auto'}
      decoding="async"
      onError={() => own && setBroken([...broken, own])}
      className={cx('aspect-video w-full bg-muted object-cover', className)}
    />
  )
}

export const hasPicture = ({ imageUrl, coverUrl }: LoanImageProps['loan']) =>
  (imageUrl ?? coverUrl) !== null

/** Returns true if the image is a photo stored on this server. Stored photos are available in several widths. */
const isStored = (url: string) => /^\/(objects|api\/loans)\//.test(url)
