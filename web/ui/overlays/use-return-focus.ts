import { useRef, useLayoutEffect } from 'react'

/**
 * Radix restores focus only to its own triggers. This hook remembers the focused element and, if it can no longer be
 * focused, focuses the dialog below or `main`. Spread the returned props on the dialog's content.
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
 * Returns the element that opened the replaced dialog. The replaced content had focus and has already been removed, but
 * Radix reports the removal slightly later.
 */
function openerOfReplaced(): Element | null {
  const replaced = [...openings].filter(
    ({ content, opener }) =>
      content instanceof Element && !content.isConnected && opener?.isConnected,
  )
  return replaced.at(-1)?.opener ?? null
}

const mainPart = () => document.querySelector<HTMLElement>('main')

/**
 * A button that is disabled during its action loses focus. If the action fails, this hook focuses the button again for
 * a retry, unless another element has focus.
 */
export function useFocusAfterWork(busy: boolean) {
  const pressed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (busy) pressed.current = activeElement
    else if (activeElement === document.body && pressed.current instanceof HTMLElement)
      pressed.current.focus({ preventScroll: true })
  }, [busy])
}
