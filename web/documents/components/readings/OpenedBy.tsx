import { paths } from '#web/addresses/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from 'wouter'
import { useOpenings } from './use-openings.ts'

export interface OpenedByProps {
  loanId: string
  document: { id: string; filename: string }
  className?: string
}

/** Shows how many lenders opened the document, with a link to those who didn't. Reserves one line while loading. */
export function OpenedBy({
  loanId,
  document: { id, filename },
  className = 'text-[0.8125rem]',
}: OpenedByProps) {
  const text = useOpenings(loanId, id)
  if (text === null) return <p className={cx(room, className)} />
  return (
    <p className={cx(room, className)}>
      <Link
        href={`${paths.book(loanId)}?unread=${id}#lenders`}
        aria-label={`${text}: ${filename}`}
        className="underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
      >
        {text}
      </Link>
    </p>
  )
}

const room = 'min-h-lh font-normal text-muted-foreground max-md:min-h-[calc(1lh+0.75rem)]'
