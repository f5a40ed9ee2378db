import { onDemand } from '#web/ui/on-demand.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ErrorBoundary } from '#web/ui/display/ErrorBoundary.tsx'

/**
 * A tooltip on hover or keyboard focus. It must only repeat the accessible name, because touch screens have no hover.
 * It appears after 700 ms, or immediately if another tooltip closed less than 300 ms ago.
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
        openAfter(Date.now() - lastClosedAt < skipDelayMs ? 0 : openDelayMs)
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && openAfter(0)}
      onBlur={close}
    >
      {children}
      {anchor && (
        <ErrorBoundary title="The tip couldn't be shown" fallback={() => null}>
          <TipBubble anchor={anchor} side={side} onClose={close}>
            {text}
          </TipBubble>
        </ErrorBoundary>
      )}
    </span>
  )
}

export type TipSide = 'top' | 'right' | 'bottom'

// The code is loaded separately, because no tooltip is needed before the page has loaded.
const TipBubble = onDemand(() => import('./TipBubble.tsx').then((part) => part.TipBubble))

const openDelayMs = 700
const skipDelayMs = 300
let lastClosedAt = 0
