import { Search } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

export interface PaletteProps {
  typed: string
  onType: (typed: string) => void
  /** True if the user pressed Enter before the palette had loaded. */
  isEntered: boolean
  onEnter: () => void
  /** The element that had the focus before the palette opened. */
  opener: Element | null
  onClose: () => void
}

/** Looks like the palette's field and accepts input until the palette has loaded. */
export function OpeningPalette({ typed, onType, onEnter, onClose }: PaletteProps) {
  return (
    <div className={cx('z-50 h-fit bg-popover', palettePlace, 'max-md:bottom-auto')}>
      <div className={fieldRow}>
        <Search aria-hidden="true" className={fieldIcon} />
        <input
          ref={focusField}
          aria-label="Search or jump to"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onEnter()
            if (key === 'Escape') onClose()
          }}
          className={fieldClass}
        />
      </div>
    </div>
  )
}

/** Focuses the field as soon as it exists so that no key is lost. Keeps the field's text unselected. */
export const focusField = (field: HTMLElement | null) => field?.focus()

export const placeholder = 'Loan, document, page…'
/** Fills the screen on phones, and otherwise appears in the upper middle of the window. */
export const palettePlace =
  'fixed inset-0 elevated md:inset-x-0 md:top-[12vh] md:bottom-auto md:mx-auto md:w-[min(40rem,calc(100%-3rem))] md:rounded-xl md:border'
export const fieldRow = 'flex items-center gap-2.5 border-b pr-14 pl-4'
export const fieldIcon = 'size-4 shrink-0 text-muted-foreground'
export const fieldClass =
  'h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground'
