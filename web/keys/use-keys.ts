import { paths } from '#web/addresses/paths.ts'
import { useSession } from '#web/session.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { pressKey, type Prefix, type ShortcutName } from './key-map.ts'
import { areKeysOn } from './keys-setting.ts'
import { hasControl, moveRow, pressControl } from './page-keys.ts'

/** Ctrl or Cmd + K searches from anywhere. The other shortcuts are single keys, which can be turned off. */
export function useKeys({ onSearch, onSheet }: { onSearch: () => void; onSheet: () => void }) {
  const [pathname, navigate] = useLocation()
  const { isAdmin } = useSession()
  const prefix = useRef<Prefix | null>(null)

  const acts: Record<ShortcutName, () => boolean | void> = {
    search: () => (pathname === paths.loans() && focusSearchField()) || onSearch(),
    dashboard: () => navigate(paths.dashboard()),
    loans: () => navigate(paths.loans()),
    commitments: () => navigate(paths.commitments()),
    admin: () => isAdmin && navigate(paths.admin()),
    sheet: onSheet,
    next: () => (hasControl('j') ? pressControl('j') : moveRow(1)),
    previous: () => (hasControl('k') ? pressControl('k') : moveRow(-1)),
    // The browser opens the focused link.
    open: () => false,
    compare: () => pressControl('x'),
    favorite: () => pressControl('f'),
    commit: () => pressControl('c'),
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.defaultPrevented || event.isComposing || event.repeat || isAsking()) return
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault()
      return onSearch()
    }
    if (ctrlKey || metaKey || altKey || isTyping(event.target) || !areKeysOn()) return
    const pressed = pressKey(key, event.timeStamp, prefix.current)
    prefix.current = pressed.prefix
    // Prevents a slash from also opening Firefox's own search.
    if (pressed.shortcut && acts[pressed.shortcut]() !== false) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [role=search] input')
  field?.select()
  return field !== null
}

const typingPlaces =
  'input:not([type=checkbox], [type=radio]), textarea, select, [role=menu], [role=listbox]'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest(typingPlaces) !== null)

const isAsking = () =>
  document.querySelector('[role$=dialog][data-state=open], [role=menu][data-state=open]') !== null
