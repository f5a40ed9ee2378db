import { X } from 'lucide-react'
import { DismissableLayer } from 'radix-ui/internal'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
} from 'react'
import { cx } from '#web/ui/cx.ts'
import { dismissToast, type ShownToast } from './toast.ts'

const durationMs = 5000
const swipeThresholdPx = 50
/** A movement smaller than this counts as a click. */
const clickSlackPx = 4

/** Draws the toast. Radix's own toast counts as the top layer, so Escape would never reach dialogs below it. */
export function Toaster({ toast }: { toast: ShownToast }) {
  const list = useRef<HTMLOListElement>(null)
  const lift = useLift(list, toast)
  return (
    // Outside a Branch, a click on the toast would count as a click outside an open dialog and close the dialog.
    <DismissableLayer.Branch asChild>
      <ol ref={list} aria-label="Notifications (F8)" style={{ marginBottom: lift }}>
        <Toast key={toast.id} {...toast} />
      </ol>
    </DismissableLayer.Branch>
  )
}

/**
 * A toast closes after five seconds, after a swipe of 50 px to the right, or with its button. F8 moves focus to the
 * toast.
 */
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
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Prevents a document panel next to the page from also handling Escape.
        event.preventDefault()
        dismiss()
      }}
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

/**
 * Returns the distance from the bottom at which a toast covers no element marked `data-keep-clear`, such as a dialog's
 * title or buttons, and, if there is enough space, no invalid field in a dialog.
 */
function useLift(list: RefObject<HTMLElement | null>, { id, open }: ShownToast): number {
  const [lift, setLift] = useState(0)
  useLayoutEffect(() => {
    if (!open) return undefined
    const place = () => setLift(list.current ? findLift(list.current) : 0)
    place()
    // Dialogs and bars below the toast can open, close, and change.
    const changes = new MutationObserver(place)
    const attributeFilter = ['data-state', 'class', 'aria-invalid']
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter })
    window.addEventListener('resize', place)
    window.addEventListener('animationend', place)
    return () => {
      changes.disconnect()
      window.removeEventListener('resize', place)
      window.removeEventListener('animationend', place)
    }
    // The effect depends on the id, because a toast that replaces another can have a different size.
    // oxlint-disable-next-line react/exhaustive-deps -- The effect does not read the id.
  }, [list, id, open])
  return lift
}

function findLift(list: HTMLElement): number {
  const dialogs = document.querySelectorAll('[role$=dialog][data-state=open]:not([data-sheet])')
  const dialog = [...dialogs].at(-1)
  const place = list.getBoundingClientRect()
  const partsOf = (view: ParentNode, selector: string) =>
    [...view.querySelectorAll(selector)]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => part.getBoundingClientRect())
      .filter((part) => part.left < place.right && part.right > place.left)
  const kept = partsOf(dialog ?? document, '[data-keep-clear]')
  const wrong = dialog ? partsOf(dialog, '[aria-invalid=true], [role=alert]') : []
  return findFree(place, [...kept, ...wrong]) ?? findFree(place, kept) ?? 0
}

function findFree({ height }: DOMRect, parts: DOMRect[]): number | undefined {
  const lowest = window.innerHeight - paddingPx
  const isFree = (lift: number) =>
    lowest - lift - height >= 0 &&
    parts.every((part) => part.top >= lowest - lift || part.bottom <= lowest - lift - height)
  const above = parts.map((part) => Math.max(0, Math.ceil(lowest - part.top) + gapPx))
  return [0, ...above].toSorted((one, other) => one - other).find(isFree)
}

const paddingPx = 16
const gapPx = 8

/** If the toast closes while it has focus, returns focus to the element that had it before F8 was pressed. */
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

/** The timer restarts when the pointer or focus leaves the toast, and when the window becomes active again. */
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
      // The pointer was released outside the toast, so the toast didn't receive an event.
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
