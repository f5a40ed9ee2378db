import { useRef } from 'react'

/**
 * Radix returns the focus only to a trigger that it rendered. Our dialogs are opened by state, so they
 * remember what had the focus. If that can't have it any more (the row was deleted, or the button disabled by
 * what the dialog did), the focus goes to the dialog below, or to the page's main part. Spread the returned
 * props on the dialog's content.
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
      const gone =
        !(back instanceof HTMLElement) ||
        !back.isConnected ||
        back.matches(':disabled') ||
        back === document.body
      const around = document.querySelector<HTMLElement>('[role=dialog]') ?? mainPart()
      const target = gone ? around : back
      target?.focus({ preventScroll: true })
    },
  }
}

const mainPart = () => document.querySelector<HTMLElement>('main')
