import { cx } from '#web/ui/cx.ts'
import { useEffect, useState, type ReactNode } from 'react'

interface BottomBarProps {
  /** The page's own button, or the element around it. */
  button: HTMLElement | null
  children: ReactNode
}

/**
 * In one-column layouts, a bar at the bottom of the screen while the page's own button is out of view. It sticks to the
 * screen along the whole page, down to the footer, and lies in the space above it, so it never covers the footer.
 */
export function BottomBar({ button, children }: BottomBarProps) {
  const isInSight = useIsInSight(button)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 -bottom-16 @container flex flex-col justify-end print:hidden">
      <div
        data-keep-clear=""
        className={cx(
          'pointer-events-auto sticky bottom-0 z-20 -mx-4 flex items-center justify-between gap-3 border-t bg-card px-4 pt-2 md:-mx-6 md:px-6 lg:-mx-8 lg:px-8 @3xl:hidden',
          'pb-[max(0.5rem,env(safe-area-inset-bottom))]',
          isInSight && 'invisible',
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** Returns true while the element is in view, and also before the first observation. */
function useIsInSight(element: HTMLElement | null) {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver(([entry]) =>
      setInSight(entry?.isIntersecting ?? true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
