import { useKeys } from '#web/keys/use-keys.ts'
import { useHashArrival } from '#web/ui/focus/hash.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useState } from 'react'
import { OpeningPalette, type PaletteProps } from './OpeningPalette.tsx'
import { SearchButton } from './SearchButton.tsx'

type Search = Pick<PaletteProps, 'typed' | 'isEntered' | 'opener'>

/** The search in the top bar, the keyboard shortcuts, and the dialogs that they open. */
export function SearchSlot() {
  const [search, setSearch] = useState<Search | null>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const open = () => setSearch({ typed: '', isEntered: false, opener: document.activeElement })
  useKeys({ onSearch: open, onSheet: () => setSheetOpen(true) })
  useHashArrival('keys', () => {
    setSheetOpen(true)
    return true
  })
  return (
    <>
      <SearchButton isOpen={search !== null} onOpen={open} onPreload={Palette.preload} />
      {search && (
        <Palette
          {...search}
          onType={(typed) => setSearch({ ...search, typed, isEntered: false })}
          onEnter={() => setSearch({ ...search, isEntered: true })}
          onClose={() => setSearch(null)}
        />
      )}
      {isSheetOpen && <KeySheet onClose={() => setSheetOpen(false)} />}
    </>
  )
}

const Palette = onDemand<PaletteProps>(
  () => import('./Palette.tsx').then((part) => part.Palette),
  OpeningPalette,
)
const KeySheet = onDemand(() => import('#web/keys/KeySheet.tsx').then((part) => part.KeySheet))
