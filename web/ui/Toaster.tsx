import { X } from './icons/x.ts'
import { DismissableLayer } from 'radix-ui/internal'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { cx } from './cx.ts'
import { dismissToast, type ShownToast } from './toast.ts'

const durationMs = 5000
const swipeThresholdPx = 50
/** A press that moves no further than this is a click. */
const clickSlackPx = 4

/**
 * Draws the toast. Radix's own takes Escape away from every dialog below it, because it counts as the
 * last opened layer.
 */
export function Toaster({ toast }: { toast: ShownToast }) {
  return (
    // A press inside a Branch does not count as outside a dialog, which would close it.
    <DismissableLayer.Branch asChild>
      <ol aria-label="Notifications (F8)">
        <Toast key={toast.id} {...toast} />
      </ol>
    </DismissableLayer.Branch>
  )
}

/** Closes after five seconds, by a swipe of 50 px to the right, or by its button. F8 focuses it. */
function Toast({ id, open, title, description, variant = 'default' }: ShownToast) {
  const dismiss = () => dismissToast(id)
  const item = useFocusOnF8(open)
  const pause = useTimeout(open, dismiss)
  const { offset, ...swipe } = useSwipe(dismiss)
  // A closed toast stays rendered until its animation ends.
  const [isGone, setGone] = useState(!open)
  if (isGone) return null
  return (
    <li
      {...pause}
      {...swipe}
      ref={item}
      tabIndex={-1}
      data-state={open ? 'open' : 'closed'}
      style={{ translate: `${offset}px` }}
      onKeyDown={({ key }) => key === 'Escape' && dismiss()}
      onAnimationEnd={() => open || setGone(true)}
      className={cx(
        'pointer-events-auto relative touch-pan-y rounded-lg border py-3.5 pr-12 pl-4 elevated select-none',
        'data-[state=open]:animate-toast-in',
        offset > 0
          ? 'data-[state=closed]:animate-swipe-out'
          : 'transition-[translate] duration-150 data-[state=closed]:animate-fade-out',
        looks[variant],
      )}
    >
      <p className="font-semibold">{title}</p>
      {description && <p className="mt-0.5">{description}</p>}
      <button
        type="button"
        onClick={dismiss}
        className="absolute top-1.5 right-1.5 grid size-9 place-items-center rounded-md max-md:size-11"
      >
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">Close</span>
      </button>
    </li>
  )
}

const looks = {
  default: 'bg-popover text-popover-foreground',
  destructive: 'border-destructive bg-destructive text-destructive-foreground',
}

/** When the toast closes with the focus inside, the focus returns to where it was before F8. */
function useFocusOnF8(open: boolean) {
  const item = useRef<HTMLLIElement>(null)
  const back = useRef<Element>(null)
  useEffect(() => {
    if (!open) return undefined
    const toast = item.current
    function onKeyDown({ key }: KeyboardEvent) {
      if (key !== 'F8' || toast?.contains(document.activeElement)) return
      back.current = document.activeElement
      toast?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (toast?.contains(document.activeElement) && back.current instanceof HTMLElement)
        back.current.focus({ preventScroll: true })
    }
  }, [open])
  return item
}

/** The timer restarts after the pointer or focus was in the toast, or the window was inactive. */
function useTimeout(open: boolean, onTimeout: () => void) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isAway, setAway] = useState(false)
  const runs = open && !isPointedAt && !isFocused && !isAway
  useEffect(() => {
    if (!runs) return undefined
    const timer = setTimeout(onTimeout, durationMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- Rendering the toast again does not restart it.
  }, [runs])
  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

function useSwipe(onSwiped: () => void) {
  const startX = useRef<number>(null)
  const [offset, setOffset] = useState(0)
  const end = () => {
    startX.current = null
    setOffset(0)
  }
  return {
    offset,
    onPointerDown({ button, clientX }: PointerEvent) {
      if (button === 0) startX.current = clientX
    },
    onPointerMove({ buttons, clientX, currentTarget, pointerId }: PointerEvent) {
      if (startX.current === null) return
      // Released outside the toast, where no event was received.
      if (buttons === 0) return end()
      const moved = clientX - startX.current
      if (moved <= clickSlackPx) return setOffset(0)
      currentTarget.setPointerCapture(pointerId)
      setOffset(moved)
    },
    onPointerUp({ clientX }: PointerEvent) {
      if (startX.current !== null && clientX - startX.current > swipeThresholdPx) onSwiped()
      else end()
    },
    onPointerCancel: end,
  }
}
