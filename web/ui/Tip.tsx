import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * A word or two that appear beside a control under the pointer or the keyboard's focus. It says
 * again what the control's name says: nothing may be known from it alone, since fingers cannot
 * hover. The first takes 700 ms to appear; within 300 ms after one closed, the next comes at once.
 */
export function Tip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode
  side?: TipSide | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLSpanElement>(null)
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function openAfter(delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(box.current?.firstElementChild ?? null), delayMs)
  }
  function close() {
    clearTimeout(timer.current)
    if (anchor) lastClosedAt = Date.now()
    setAnchor(null)
  }

  return (
    <span
      ref={box}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return
        openAfter(Date.now() - lastClosedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS)
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && openAfter(0)}
      onBlur={close}
    >
      {children}
      {anchor && (
        <Bubble anchor={anchor} side={side} onClose={close}>
          {text}
        </Bubble>
      )}
    </span>
  )
}

type TipSide = 'top' | 'right' | 'bottom'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
let lastClosedAt = 0

function Bubble({
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
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
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
      // The pseudo-element bridges the gap, so that the pointer can move onto the words.
      className="fixed top-0 left-0 z-100 w-max max-w-64 rounded-md bg-foreground px-2 py-1 text-xs text-background shadow-popover before:absolute before:-inset-1.5 print:hidden"
    >
      {children}
    </div>,
    document.body,
  )
}

const GAP_PX = 6
const EDGE_PX = 8

/** Beside the anchor on the asked side, below it where the top has no room, never off the screen. */
function place(bubble: Element, anchor: Element, side: TipSide) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const centered = at.left + (at.width - width) / 2
  const above = at.top - height - GAP_PX
  const below = at.bottom + GAP_PX
  const beside = side === 'right' && at.right + GAP_PX + width + EDGE_PX < innerWidth
  const left = beside ? at.right + GAP_PX : centered
  const top = beside
    ? at.top + (at.height - height) / 2
    : side === 'bottom' || above < 0
      ? below
      : above
  const x = Math.min(Math.max(left, EDGE_PX), innerWidth - width - EDGE_PX)
  return { transform: `translate(${Math.round(x)}px, ${Math.round(top)}px)` }
}
