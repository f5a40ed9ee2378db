import { useRef } from 'react'

/**
 * Radix returns the focus only to a trigger that it rendered. Our dialogs are opened by state, so they
 * remember what had the focus. If that can't have it any more (the row was deleted, or the button disabled by
 * what the dialog did), the focus goes to the dialog below, or to the page's main part. Spread the returned
 * props on the dialog's content.
 */
export function useReturnFocus() {
  const opening = useRef<Opening | null>(null)
  return {
    onOpenAutoFocus: ({ currentTarget }: Event) => {
      const { activeElement } = document
      const opener = activeElement === document.body ? openerOfReplaced() : activeElement
      opening.current = { content: currentTarget, opener }
      openings.add(opening.current)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const back = opening.current?.opener
      if (opening.current) openings.delete(opening.current)
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

interface Opening {
  content: EventTarget | null
  opener: Element | null
}

const openings = new Set<Opening>()

/**
 * What opened the dialog that this one replaces: its content has left the document, and the focus with it, but
 * Radix says so a moment later.
 */
function openerOfReplaced(): Element | null {
  const replaced = [...openings].filter(
    ({ content, opener }) =>
      content instanceof Element && !content.isConnected && opener?.isConnected,
  )
  return replaced.at(-1)?.opener ?? null
}

const mainPart = () => document.querySelector<HTMLElement>('main')
