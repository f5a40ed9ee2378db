import { useEffect, useId, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { TipSide } from './Tip.tsx'

export function TipBubble({
  anchor,
  side,
  onClose,
  children,
}: {
  anchor: Element
  side: TipSide
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const [bubble, setBubble] = useState<HTMLDivElement | null>(null)

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Prevents a document panel next to the page from also handling Escape.
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('scroll', onClose, true)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('scroll', onClose, true)
    }
  })

  useEffect(() => {
    const name = anchor.getAttribute('aria-label') ?? anchor.textContent
    const saysMore = bubble && bubble.textContent !== name
    if (!saysMore || anchor.hasAttribute('aria-describedby')) return undefined
    anchor.setAttribute('aria-describedby', id)
    return () => anchor.removeAttribute('aria-describedby')
  }, [anchor, bubble, id])

  return createPortal(
    <div
      ref={setBubble}
      id={id}
      role="tooltip"
      style={bubble ? place(bubble, anchor, side) : { visibility: 'hidden' }}
      // The pseudo-element bridges the gap so that the pointer can move onto the tooltip.
      className="fixed top-0 left-0 z-100 w-max max-w-64 rounded-md bg-foreground px-2 py-1 text-xs text-background elevated before:absolute before:-inset-1.5 print:hidden"
    >
      {children}
    </div>,
    document.body,
  )
}

const gapPx = 6
const edgePx = 8

/**
 * Positions the tooltip on the requested side of the anchor, or below the anchor if there is too little space above it.
 * The tooltip always stays within the viewport.
 */
function place(bubble: Element, anchor: Element, side: TipSide) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const centered = at.left + (at.width - width) / 2
  const above = at.top - height - gapPx
  const below = at.bottom + gapPx
  const beside = side === 'right' && at.right + gapPx + width + edgePx < innerWidth
  const left = beside ? at.right + gapPx : centered
  const top = beside
    ? at.top + (at.height - height) / 2
    : side === 'bottom' || above < 0
      ? below
      : above
  const x = Math.min(Math.max(left, edgePx), innerWidth - width - edgePx)
  return { transform: `translate(${Math.round(x)}px, ${Math.round(top)}px)` }
}
