import type { Loan } from '#contract/loans/shapes.ts'
import { cardPictureSizes, renditionsOf } from '#domain/documents/renditions.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

export type LoanImageProps = {
  loan: Pick<Loan, 'imageUrl' | 'coverUrl'>
  /** The position in the list: loans without a picture rotate through three drawn scenes. */
  index: number
  /** The displayed width, as for any `<img>`; by default a card's. */
  sizes?: string
  className?: string | undefined
}

const scenes = [
  '/art/property-office.svg',
  '/art/property-logistics.svg',
  '/art/property-mixed-use.svg',
]

/** A loan's picture, in a fixed aspect ratio so that nothing moves when it loads. */
export function LoanImage({ loan, index, sizes = cardPictureSizes, className }: LoanImageProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const own = [loan.imageUrl, loan.coverUrl].find((url) => url && !broken.includes(url))
  return (
    <img
      {...(own && isStored(own)
        ? renditionsOf(own, sizes)
        : { src: own ?? scenes[index % scenes.length] })}
      // Decorative: the title beside it names the loan.
      alt=""
      width={800}
      height={450}
      // The first one is in sight, and on a phone the largest part of the screen.
      loading={index === 0 ? 'eager' : 'lazy'}
      fetchPriority={index === 0 ? 'high' : 'auto'}
      decoding="async"
      onError={() => own && setBroken([...broken, own])}
      className={cx('aspect-video w-full bg-muted object-cover', className)}
    />
  )
}

/** Whether a loan has a picture of its own. */
export const hasPicture = ({ imageUrl, coverUrl }: LoanImageProps['loan']) =>
  (imageUrl ?? coverUrl) !== null

/** Whether it is one of our own photos, which have several widths. */
const isStored = (url: string) => /^\/(objects|api\/loans)\//.test(url)
