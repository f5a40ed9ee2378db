import type { Loan } from '#contract/loans/shapes.ts'
import { renditionsOf } from '#web/documents/components/object-path.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

export type LoanImageProps = {
  loan: Pick<Loan, 'imageUrl' | 'coverUrl'>
  /** The place in the list: loans without a picture take turns with three drawn scenes. */
  index: number
  className?: string | undefined
}

const scenes = [
  '/art/property-office.svg',
  '/art/property-logistics.svg',
  '/art/property-mixed-use.svg',
]

/** The picture of a loan, in a fixed shape so that nothing moves when it arrives. */
export function LoanImage({ loan, index, className }: LoanImageProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const own = [loan.imageUrl, loan.coverUrl].find((url) => url && !broken.includes(url))
  return (
    <img
      {...(own && isStored(own)
        ? renditionsOf(own, cardWidth)
        : { src: own ?? scenes[index % scenes.length] })}
      // It shows the mood, not a fact: the title beside it says what it is.
      alt=""
      width={800}
      height={450}
      loading="lazy"
      decoding="async"
      onError={() => own && setBroken([...broken, own])}
      className={cx('aspect-video w-full bg-muted object-cover', className)}
    />
  )
}

/** Whether it is one of our own photos, which come in several widths. */
const isStored = (url: string) => /^\/(objects|api\/loans)\//.test(url)

/** One to three cards side by side. */
const cardWidth = '(min-width: 80rem) 22rem, (min-width: 48rem) 45vw, 100vw'
