import { useRef } from 'react'

/**
 * Radix gives the focus back to a trigger that it rendered itself. Our dialogs are opened by state,
 * from anywhere, so they remember what had the focus. When that is gone (the row that was deleted),
 * they go to the dialog that they stood over, or to the page's main part. Spread the answer on the
 * dialog's content.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const back = opener.current
      const gone = !(back instanceof HTMLElement) || !back.isConnected || back === document.body
      const around = document.querySelector<HTMLElement>('[role=dialog]') ?? mainPart()
      const target = gone ? around : back
      target?.focus({ preventScroll: true })
    },
  }
}

const mainPart = () => document.querySelector<HTMLElement>('main')
