import type { Loan } from '#contract/loans.ts'
import { cx } from '#web/ui/cx.ts'
import { useState } from 'react'

export type LoanImageProps = {
  loan: Pick<Loan, 'imageUrl'>
  /** The place in the list: loans without an image take turns with three drawn scenes. */
  index: number
  className?: string | undefined
}

/** The picture of a loan, in a fixed shape so that nothing moves when it arrives. */
export function LoanImage({ loan, index, className }: LoanImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const isMissing = !loan.imageUrl || loan.imageUrl === brokenUrl
  return (
    <img
      src={(isMissing ? SCENES[index % SCENES.length] : loan.imageUrl) ?? undefined}
      // It shows the mood, not a fact: the title beside it says what it is.
      alt=""
      width={800}
      height={450}
      loading="lazy"
      decoding="async"
      onError={() => !isMissing && setBrokenUrl(loan.imageUrl)}
      className={cx('aspect-video w-full bg-muted object-cover', className)}
    />
  )
}

const SCENES = [
  '/art/property-office.svg',
  '/art/property-logistics.svg',
  '/art/property-mixed-use.svg',
]
