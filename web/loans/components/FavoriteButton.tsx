import { Heart } from 'lucide-react'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { useOffInPreview, useSeenAsLender } from '#web/seen-as-lender.ts'
import { useFavorite } from './use-favorites.ts'

export type FavoriteButtonProps = { loanId: string; title: string; className?: string | undefined }

export function FavoriteButton({ loanId, title, className }: FavoriteButtonProps) {
  const { isLoading, isFavorite: isOwn, toggle } = useFavorite(loanId)
  const isSeenAsLender = useSeenAsLender()
  const off = useOffInPreview()
  const isFavorite = isOwn && !isSeenAsLender
  return (
    <button
      type="button"
      data-key="f"
      aria-label={`Favorite ${title}`}
      aria-pressed={isFavorite}
      // The button is disabled while the favorites load, because the effect of a click isn't known yet.
      disabled={isLoading}
      {...off}
      onClick={toggle}
      className={buttonClass({ variant: 'outline', size: 'icon', className })}
    >
      <Heart aria-hidden="true" className={cx(isFavorite && 'fill-current text-destructive')} />
    </button>
  )
}
