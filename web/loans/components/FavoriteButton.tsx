import { Heart } from 'lucide-react'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { useFavorite } from './use-favorites.ts'

export type FavoriteButtonProps = { loanId: string; title: string; className?: string | undefined }

/** The heart that marks a loan as a favorite. */
export function FavoriteButton({ loanId, title, className }: FavoriteButtonProps) {
  const { isLoading, isFavorite, toggle } = useFavorite(loanId)
  return (
    <button
      type="button"
      aria-label={`Favorite ${title}`}
      aria-pressed={isFavorite}
      // Until the favorites are known, a click could mean either.
      disabled={isLoading}
      onClick={toggle}
      className={buttonClass({ variant: 'outline', size: 'icon', className })}
    >
      <Heart aria-hidden="true" className={cx(isFavorite && 'fill-current text-destructive')} />
    </button>
  )
}
