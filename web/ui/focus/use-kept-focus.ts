import { useLayoutEffect, useRef } from 'react'

/**
 * Whoever acts on a row loses the focus with it, or with its button. Then the title of the list takes it, which
 * needs `tabIndex={-1}`, unless something else has; if the list goes too, the page's main part. Use it in the
 * component that renders the list.
 */
export function useKeptFocus<Title extends HTMLElement = HTMLHeadingElement>() {
  const title = useRef<Title>(null)
  const pressed = useRef<Element | null>(null)
  const focusTitle = () => {
    pressed.current = null
    if (title.current) title.current.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }
  // The list without the row may be rendered only after the act is done.
  useLayoutEffect(() => {
    if (pressed.current?.isConnected === false && isNowhere()) focusTitle()
  })
  const keepFocus = () => {
    if (isNowhere()) focusTitle()
    else pressed.current = document.activeElement
  }
  return { title, keepFocus }
}

const isNowhere = () => document.activeElement === document.body
