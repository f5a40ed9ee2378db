import { useLayoutEffect, useRef } from 'react'

/**
 * After an action removes the row or button that triggered it, focuses the list's title (with `tabIndex={-1}`) or, if
 * the list is gone, `main`, unless another element has focus. Call this in the component that renders the list.
 */
export function useKeptFocus<Title extends HTMLElement = HTMLHeadingElement>() {
  const title = useRef<Title>(null)
  const pressed = useRef<Element | null>(null)
  const focusTitle = () => {
    pressed.current = null
    if (title.current) title.current.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }
  // The list might render without the row only after the action is complete.
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
