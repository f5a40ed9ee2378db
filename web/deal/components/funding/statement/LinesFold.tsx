import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A longer list is closed at first, so that the proposals stay in view. */
const maxOpen = 10

interface LinesFoldProps {
  title: string
  count: number
  /** The number of lines that are listed. A long file has more. */
  listed: number
  children: ReactNode
}

export function LinesFold({ title, count, listed, children }: LinesFoldProps) {
  const more = count - listed
  return (
    <details open={count <= maxOpen} className="group/lines border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4.5 py-2 font-medium hover:bg-muted/55">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open/lines:rotate-90"
        />
        {title} ({count.toLocaleString('en-US')})
      </summary>
      {children}
      {more > 0 && (
        <p className="border-t px-4.5 py-2.5 text-muted-foreground">
          And {more.toLocaleString('en-US')} more.
        </p>
      )}
    </details>
  )
}
