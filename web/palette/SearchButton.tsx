import { Search } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

interface SearchButtonProps {
  isOpen: boolean
  onOpen: () => void
  onPreload: () => void
}

/**
 * A button that looks like a search field or, on phones, an icon. It opens the palette, which contains the actual
 * field.
 */
export function SearchButton({ isOpen, onOpen, onPreload }: SearchButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={onOpen}
      className={cx(
        'flex items-center gap-2 rounded-lg text-left text-muted-foreground hover:bg-muted',
        'max-md:ml-auto max-md:size-11 max-md:shrink-0 max-md:justify-center max-md:hover:text-foreground',
        'md:mx-auto md:h-9 md:w-90 md:min-w-0 md:border md:border-input md:bg-card md:px-3',
      )}
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate max-md:sr-only">Search or jump to…</span>
      <kbd aria-hidden="true" className="font-sans text-xs max-md:hidden">
        {isApple ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)
